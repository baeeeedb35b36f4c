import { type CallAnswer, type ContentBlock } from '@toolrack/contracts';
import { OpenclawSurface } from '../openclaw-surface.js';
import { RunSettingsReader } from '../settings/run-settings.js';
import { type SurfaceOpenclawOptions } from '../settings/surface-options.js';

/** The surface without a host. */
export function fakeSurface(options: SurfaceOpenclawOptions = {}): OpenclawSurface {
  return new OpenclawSurface(new RunSettingsReader(options), {
    skills: options.skills ?? {},
    refusesEmptyAllow: options.refusesEmptyAllow !== false,
  });
}

/** The text of an answer's first block. */
export function textOf(answer: { readonly content: readonly ContentBlock[] } | undefined): string {
  const block = answer?.content[0];
  return block?.type === 'text' ? block.text : '';
}

/** The JSON of an answer's first block. */
export function jsonOf<Value>(answer: CallAnswer): Value {
  return JSON.parse(textOf(answer)) as Value;
}
