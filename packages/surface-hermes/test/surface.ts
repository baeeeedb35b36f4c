import { type CallAnswer, errorAnswer, type Ranker, type RemoteLeg, ToolrackError } from '@toolrack/contracts';
import { HermesSurface } from '../src/index.js';
import { hermesSettings } from '../src/settings/hermes-settings.js';
import type { SurfaceHermesOptions } from '../src/settings/surface-options.js';
import { gateRanker } from './gate-ranker.js';
import type { RecordedSession } from './session.js';

/** A surface as the plugin makes it. */
export function hermesSurface(
  options: SurfaceHermesOptions = {},
  legs: readonly RemoteLeg[] = [],
  ranker: Ranker = gateRanker(),
): HermesSurface {
  return new HermesSurface(hermesSettings(options), { legs: () => legs, ranker: () => ranker });
}

/** Calls a control and turns a `ToolrackError` into the failed answer that the kernel makes of it. Anything else fails the test. */
export async function answerOf(
  surface: HermesSurface,
  name: string,
  callArguments: unknown,
  session: RecordedSession,
): Promise<CallAnswer> {
  try {
    return await surface.call(name, callArguments, session);
  } catch (error) {
    if (!ToolrackError.is(error)) throw error;
    return errorAnswer(error);
  }
}

export function textOf(answer: CallAnswer): string {
  return answer.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
}

/** The JSON of an answer's text. */
export function jsonOf<Value>(answer: CallAnswer): Value {
  return JSON.parse(textOf(answer)) as Value;
}
