import { ProtocolError, ProtocolErrorCode, type CallToolResult } from '@modelcontextprotocol/server';
import type { Logger } from '@toolrack/contracts';
import type { WorkOptions } from '../peer/ask-client.js';
import type { RunSupplier } from '../runs/run-supplier.js';
import { relayedError, type RefusedClient } from './relayed-error.js';
import { answerError, toWireResult } from './wire-result.js';

/** Answers `tools/call` from the newest run, or from the one that the client's list came from when the tool is gone since. */
export async function callTool(
  name: string,
  callArguments: unknown,
  options: WorkOptions,
  runs: RunSupplier,
  era: RefusedClient['era'],
  logger: Logger | undefined,
): Promise<CallToolResult> {
  const lease = await runs.forCall(name);
  try {
    const answer = await lease.run.call({ name, arguments: callArguments, ...options });
    const listed = lease.shared.tool(name);
    const error = answerError(answer);
    if (listed === undefined && error?.code === 'ERR_TOOL_UNKNOWN') {
      // MCP: an unknown tool is a protocol error. Its message keeps the surface's words on what to call instead.
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool. ${error.message}`);
    }
    const relayed = relayedError(error, { era, ...options });
    if (relayed !== undefined) throw relayed;
    return toWireResult(answer, listed?.outputSchema !== undefined);
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    // `Run.call` never rejects by contract; if one does, its words are for the operator.
    logger?.error('A run rejected a call instead of answering it.', { reason: String(error) });
    return { content: [{ type: 'text', text: 'The call failed inside the gateway.' }], isError: true };
  } finally {
    lease.release();
  }
}
