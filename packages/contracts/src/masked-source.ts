import { ToolrackError } from './errors.js';
import { isThenable } from './async.js';
import { MaskedNames } from './masked-names.js';
import type { MaskedListener } from './masked-copy.js';
import type { ContentProvider } from './content-provider.js';
import type { Logger } from './plugin.js';
import type { ToolProgress } from './result.js';

import type { ToolSource, ToolSourceCall } from './source.js';

/** Members of a content provider whose first argument is or holds a name. */
const askedByName = new Set<PropertyKey>([
  'readResource',
  'subscribeResource',
  'getPrompt',
  'complete',
] satisfies readonly (keyof ContentProvider)[]);

/** What hides secrets: a `SecretMask`, or a `SecretFormMask`. */
export interface TextMask {
  apply(text: string): string;
  within<Value>(value: Value, onMasked?: MaskedListener): Value;
}

/**
 * The source with everything masked that comes from it: definitions, results, progress, states and errors. A tool whose name is masked is called by its
 * own.
 */
export function maskedSource(source: ToolSource, mask: TextMask): ToolSource {
  const names = new MaskedNames();
  return maskedMembers(source, mask, names, (key, given) => {
    if (key === 'call') return [maskedCall(given[0] as ToolSourceCall, mask, names)];
    return key === 'resolve' ? [names.asked(given[0]), ...given.slice(1)] : given;
  });
}

/** The provider with everything masked that comes from it. What was listed under a masked name or address is read by its own. */
export function maskedContent(provider: ContentProvider, mask: TextMask): ContentProvider {
  const names = new MaskedNames();
  return maskedMembers(provider, mask, names, (key, given) => (askedByName.has(key) ? [names.asked(given[0]), ...given.slice(1)] : given));
}

/** The error with its words and facts masked; the error itself when there is nothing to hide, otherwise one without its cause. */
export function maskedError(error: unknown, mask: TextMask): unknown {
  if (ToolrackError.is(error)) {
    const { code, message, hint, fields, plugin, hook, toolId } = error;
    const text = error.toModelText();
    const masked = { message: mask.apply(message), fields: mask.within(fields), hint: hint === undefined ? '' : mask.apply(hint) };
    const modelText = mask.apply(hint === undefined ? text : text.slice(0, -hint.length - 1));
    const isSame = masked.message === message && masked.fields === fields && masked.hint === (hint ?? '') && text.startsWith(modelText);
    if (isSame) return error;
    return new ToolrackError(code, masked.message, {
      fields: masked.fields,
      modelText,
      ...(hint === undefined ? {} : { hint: masked.hint }),
      ...(plugin === undefined ? {} : { plugin }),
      ...(hook === undefined ? {} : { hook }),
      ...(toolId === undefined ? {} : { toolId }),
    });
  }
  if (!(error instanceof Error)) return mask.within(error);
  const message = mask.apply(error.message);
  return message === error.message ? error : Object.assign(new Error(message), { name: error.name });
}

/** The logger with its lines and fields masked. */
export function maskedLogger(logger: Logger, mask: TextMask): Logger {
  const write =
    (level: keyof Logger): Logger['info'] =>
    (message, fields) =>
      logger[level](mask.apply(message), fields === undefined ? undefined : mask.within(fields));
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
}

function maskedCall(call: ToolSourceCall, mask: TextMask, names: MaskedNames): ToolSourceCall {
  return { ...call, name: names.own(call.name), onProgress: (progress: ToolProgress) => call.onProgress(mask.within(progress)) };
}

/** Calls go to the object itself, which may have private members; a member that comes and goes is looked up each time. */
function maskedMembers<Target extends object>(
  target: Target,
  mask: TextMask,
  names: MaskedNames,
  prepare: (key: string | symbol, given: readonly unknown[]) => readonly unknown[],
): Target {
  return new Proxy(target, {
    get(object, key) {
      const member: unknown = Reflect.get(object, key, object);
      if (typeof member !== 'function') return member;
      return (...given: readonly unknown[]): unknown => {
        const call = member as (...all: readonly unknown[]) => unknown;
        return maskedOutcome(() => call.apply(object, prepare(key, given) as unknown[]), mask, names);
      };
    },
  });
}

function maskedOutcome(run: () => unknown, mask: TextMask, names: MaskedNames): unknown {
  try {
    const result = run();
    if (!isThenable(result)) return mask.within(result, names.heard);
    return Promise.resolve(result).then(
      (value: unknown) => mask.within(value, names.heard),
      (error: unknown) => {
        throw maskedError(error, mask);
      },
    );
  } catch (error) {
    throw maskedError(error, mask);
  }
}
