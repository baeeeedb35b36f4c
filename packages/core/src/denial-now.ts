import type { ToolDescriptor } from '@toolrack/contracts';

/**
 * The denial of a tool that a run has pinned. What its source lists under the name now must be allowed too: a definition may have become one
 * that a rule or a lock is against. `current` is `undefined` when nothing is listed.
 */
export function denialNow<Denied>(
  ask: (tool: ToolDescriptor) => Denied | undefined,
  pinned: ToolDescriptor,
  current: ToolDescriptor | undefined,
): Denied | undefined {
  const denied = current === undefined || current === pinned ? undefined : ask(current);
  return denied ?? ask(pinned);
}
