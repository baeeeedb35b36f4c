import { ToolrackError, type HookName } from '@toolrack/contracts';
import { reasonOf } from '../util/time.js';

/** Who tapped which hook. */
export interface TapOwner {
  readonly hook: HookName;
  readonly plugin: string;
  readonly stage: number;
}

/** What a guard needs to report a fault and to bound a tap. */
export interface GuardContext {
  readonly timeoutMs: number;
  report(owner: TapOwner, error: ToolrackError, where: { runId?: string; toolId?: string }): void;
}

/** A fault of one tap, attributed. Models read no more than that the runtime has a fault. */
export function hookFault(owner: TapOwner, what: string, cause?: unknown): ToolrackError {
  const reason = cause === undefined ? what : `${what}: ${reasonOf(cause)}`;
  return new ToolrackError('ERR_HOOK_FAULT', `Plugin ${owner.plugin} failed in hook ${owner.hook}: ${reason}.`, {
    plugin: owner.plugin,
    hook: owner.hook,
    modelText: 'A part of the tool runtime failed, so this was not done.',
    ...(cause === undefined ? {} : { cause }),
  });
}

/** Names a value for an error message without showing it. */
export function describeValue(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object')
    return typeof (value as { then?: unknown }).then === 'function' ? 'a promise' : 'an object';
  return value === undefined ? 'undefined' : `a ${typeof value}`;
}
