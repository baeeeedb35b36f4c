import { ToolrackError } from './errors.js';
import { isThenable } from './async.js';
import type { ContentProvider } from './content-provider.js';
import type { Logger } from './plugin.js';
import type { ToolProgress } from './result.js';

import type { ToolSource, ToolSourceCall } from './source.js';

/** What hides secrets: a `SecretMask`, or a `SecretFormMask`. */
export interface TextMask {
  apply(text: string): string;
  within<Value>(value: Value): Value;
}

/** The source with everything masked that comes from it: definitions, results, progress, states and errors. Its tools keep their names. */
export function maskedSource(source: ToolSource, mask: TextMask): ToolSource {
  return maskedMembers(source, mask, (key, given) => (key === 'call' ? [maskedCall(given[0] as ToolSourceCall, mask)] : given));
}

/** The provider with everything masked that comes from it. An address that holds a secret cannot be read under its masked form. */
export function maskedContent(provider: ContentProvider, mask: TextMask): ContentProvider {
  return maskedMembers(provider, mask, (_key, given) => given);
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

function maskedCall(call: ToolSourceCall, mask: TextMask): ToolSourceCall {
  return { ...call, onProgress: (progress: ToolProgress) => call.onProgress(mask.within(progress)) };
}

/** Calls go to the object itself, which may have private members; a member that comes and goes is looked up each time. */
function maskedMembers<Target extends object>(
  target: Target,
  mask: TextMask,
  prepare: (key: string | symbol, given: readonly unknown[]) => readonly unknown[],
): Target {
  return new Proxy(target, {
    get(object, key) {
      const member: unknown = Reflect.get(object, key, object);
      if (typeof member !== 'function') return member;
      return (...given: readonly unknown[]): unknown => {
        const call = member as (...all: readonly unknown[]) => unknown;
        return maskedOutcome(() => call.apply(object, prepare(key, given) as unknown[]), mask);
      };
    },
  });
}

function maskedOutcome(run: () => unknown, mask: TextMask): unknown {
  try {
    const result = run();
    if (!isThenable(result)) return mask.within(result);
    return Promise.resolve(result).then(
      (value: unknown) => mask.within(value),
      (error: unknown) => {
        throw maskedError(error, mask);
      },
    );
  } catch (error) {
    throw maskedError(error, mask);
  }
}
