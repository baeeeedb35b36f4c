import { isThenable, reasonOf, ToolrackError } from '@toolrack/contracts';
import type { HookName } from '@toolrack/contracts';

/** Who tapped which hook. */
export interface TapOwner {
  readonly hook: HookName;
  readonly plugin: string;
  readonly stage: number;
}

/** A fault of one tap, attributed. Models read no more than that the runtime has a fault. */
export function hookFault({ hook, plugin }: TapOwner, what: string, cause?: unknown): ToolrackError {
  const reason = cause === undefined ? what : `${what}: ${reasonOf(cause)}`;
  return new ToolrackError('ERR_HOOK_FAULT', `Plugin ${plugin} failed in hook ${hook}: ${reason}.`, {
    plugin,
    hook,
    modelText: 'A part of the tool runtime failed, so this was not done.',
    ...(cause === undefined ? {} : { cause }),
  });
}

/** Names a value for an error message without showing it. */
export function describeValue(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'an array';
  if (isThenable(value)) return 'a promise';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
