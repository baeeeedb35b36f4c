import { ProtocolError, ProtocolErrorCode, type CallToolResult } from '@modelcontextprotocol/server';
import type { CallAnswer, Logger } from '@toolrack/contracts';
import type { WorkOptions } from '../peer/ask-client.js';
import type { RunSupplier } from '../runs/run-supplier.js';
import type { RunLease } from '../runs/shared-run.js';
import { relayedError, type RefusedClient } from './relayed-error.js';
import { answerError, toWireResult } from './wire-result.js';
import { directEntries } from './wire-tools.js';

/** The name itself is unknown; a control is there whatever the tool that it was asked for. */
function isUnknown(answer: CallAnswer, name: string, { run, shared }: RunLease): boolean {
  if (answerError(answer)?.code !== 'ERR_TOOL_UNKNOWN') return false;
  return shared.tool(name) === undefined || directEntries(run).has(name);
}

/** Answers `tools/call` from the newest run, or from the one that the client's list came from when the tool is gone since. */
export async function callTool(
  name: string,
  callArguments: unknown,
  options: WorkOptions,
  runs: RunSupplier,
  era: RefusedClient['era'],
  logger: Logger | undefined,
): Promise<CallToolResult> {
  const call = { name, arguments: callArguments, ...options };
  const lease = await runs.forCall(name);
  let newest: RunLease | undefined;
  try {
    let answer = await lease.run.call(call);
    const listed = lease.shared.tool(name);
    if (isUnknown(answer, name, lease)) {
      // What was listed once is answered in the words that any name gets now. Nothing has been sent.
      newest = await runs.forCall();
      if (newest.shared !== lease.shared) answer = await newest.run.call(call);
    }
    const error = answerError(answer);
    if (error !== undefined && isUnknown(answer, name, newest ?? lease)) {
      // MCP: an unknown tool is a protocol error, also one that was listed and has been denied or quarantined since. The surface says what to call.
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
    newest?.release();
    lease.release();
  }
}
