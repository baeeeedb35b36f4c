import { ToolrackError } from '@toolrack/contracts';
import type { Lane } from './lane.js';

/** A call inside of which the code that runs now was started, with those around it. */
export interface LaneAncestor {
  readonly lane: Lane;
  readonly exclusive: boolean;
  readonly parent: LaneAncestor | undefined;
}

/** Throws `ERR_CALL_REENTRANT` for a call from inside a running tool of the same lane where waiting for a slot could never end. */
export function refuseDeadlock(parent: LaneAncestor | undefined, lane: Lane, exclusive: boolean, toolId: string): void {
  for (let ancestor = parent; ancestor !== undefined; ancestor = ancestor.parent) {
    if (ancestor.lane !== lane) continue;
    if (ancestor.exclusive || exclusive || lane.exclusiveWaiting) {
      throw new ToolrackError('ERR_CALL_REENTRANT', `The call of ${toolId} from inside a running tool would wait for that tool for ever.`, {
        toolId,
        hint: 'Call it after the running tool has ended.',
      });
    }
  }
}
