import { ToolrackError, type RuntimeLimits } from '@toolrack/contracts';

/**
 * Used where the options say nothing. The largest definition of 4,852 real tools has 77,000 characters and 4,000 values, so that six and five
 * times as much passes. At these bounds a definition is read, checked and drawn in less than 250 milliseconds of processor time, and so are
 * arguments. The depth of both is bounded by `freezeJson` (128 levels; the deepest real schema has 21), which no option changes: what is
 * read recursively must end before the stack does.
 */
export const defaultLimits: RuntimeLimits = Object.freeze({
  applyTimeoutMs: 10_000,
  hookTimeoutMs: 10_000,
  discoveryTimeoutMs: 10_000,
  approvalTimeoutMs: 300_000,
  callTimeoutMs: 0,
  settleTimeoutMs: 60_000,
  drainTimeoutMs: 5_000,
  maxTools: 0,
  maxDefinitionCharacters: 500_000,
  maxDefinitionValues: 20_000,
  maxArgumentValues: 50_000,
});

/** The limits with their defaults. Throws `ERR_CONFIG_VALUE` for an unknown or negative one. */
export function checkLimits(limits: Partial<RuntimeLimits> = {}): RuntimeLimits {
  for (const [key, value] of Object.entries(limits)) {
    if (!(key in defaultLimits))
      throw new ToolrackError('ERR_CONFIG_VALUE', `limits.${key} is unknown. Known are: ${Object.keys(defaultLimits).join(', ')}.`);
    if (value !== undefined && !(Number.isFinite(value) && value >= 0))
      throw new ToolrackError('ERR_CONFIG_VALUE', `limits.${key} must be a number that is not negative.`);
  }
  return Object.freeze({
    ...defaultLimits,
    ...Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined)),
  });
}
