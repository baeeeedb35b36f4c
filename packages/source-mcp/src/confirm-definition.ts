import { ToolrackError, type ToolSourceCall } from '@toolrack/contracts';
import { callInterruptedError } from './call-failure.js';
import { canonicalText } from './canonical-text.js';
import { settlesWithin } from './process-group.js';
import type { ToolListCache } from './tool-list-cache.js';
import { untilAborted } from './until-aborted.js';

/** Longest wait for the list before a call, in milliseconds. */
const longestWaitMs = 5_000;

/**
 * Before a tool runs, looks at what its server has announced since its last list, or at the list itself where only that of an earlier run of the program
 * is known: who allowed the call has seen a definition, and the tool may be another by now. Announcements are otherwise gathered, which leaves a gap.
 * Rejects with `ERR_TOOL_UNAVAILABLE` when the definition is another, and with `ERR_CALL_INTERRUPTED`; nothing was sent then. A server that cannot list
 * now proves nothing, and the call goes on.
 */
export async function confirmDefinition(cache: ToolListCache, { tool, name, signal }: ToolSourceCall, server: string): Promise<void> {
  const before = cache.definitionOf(name);
  if (before === undefined) return;
  const renewed = settlesWithin(
    cache.refresh().catch(() => undefined),
    longestWaitMs,
  );
  await untilAborted(renewed, signal, () => callInterruptedError(server, tool, false));
  const now = cache.definitionOf(name);
  if (now !== undefined && canonicalText(now) === canonicalText(before)) return;
  const what = now === undefined ? 'no longer lists' : 'has changed the definition of';
  throw new ToolrackError('ERR_TOOL_UNAVAILABLE', `MCP server "${server}" ${what} "${name}".`, {
    toolId: tool.id,
    fields: { server },
    modelText: `The tool "${name}" is no longer what it was.`,
    hint: 'The call was not run. Search for the tool again.',
  });
}
