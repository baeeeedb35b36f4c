import { ToolrackError, type RuntimeLimits } from '@toolrack/contracts';

/** Used where the options say nothing. */
export const defaultLimits: RuntimeLimits = Object.freeze({
  applyTimeoutMs: 10_000,
  hookTimeoutMs: 10_000,
  discoveryTimeoutMs: 10_000,
  approvalTimeoutMs: 300_000,
  callTimeoutMs: 0,
  drainTimeoutMs: 5_000,
  maxTools: 0,
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
