import { ProtocolError, ProtocolErrorCode, type CallToolResult, type ServerContext } from '@modelcontextprotocol/server';
import type { Logger } from '@toolrack/contracts';
import type { RunSupplier } from '../runs/run-supplier.js';
import { sentArguments } from './carried-arguments.js';
import { ProgressForwarder } from './progress.js';
import { answerError, toWireResult } from './wire-result.js';

interface CallParams {
  readonly name: string;
  readonly arguments?: Readonly<Record<string, unknown>>;
}

/** Answers `tools/call` from the run that the client's list came from. */
export async function callTool(
  params: CallParams,
  context: ServerContext,
  runs: RunSupplier,
  logger: Logger | undefined,
): Promise<CallToolResult> {
  const lease = await runs.forCall();
  const progress = progressOf(context);
  try {
    const { name } = params;
    const answer = await lease.run.call({
      name,
      arguments: sentArguments(params.arguments, context.mcpReq._meta),
      signal: context.mcpReq.signal,
      ...(progress === undefined ? {} : { onProgress: progress.forward }),
    });
    const listed = lease.shared.tool(name);
    const error = answerError(answer);
    if (listed === undefined && error?.code === 'ERR_TOOL_UNKNOWN') {
      // MCP: an unknown tool is a protocol error. Its message keeps the surface's words on what to call instead.
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool. ${error.message}`);
    }
    return toWireResult(answer, listed?.outputSchema !== undefined);
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    // `Run.call` never rejects by contract; if one does, its words are for the operator.
    logger?.error('A run rejected a call instead of answering it.', { reason: String(error) });
    return { content: [{ type: 'text', text: 'The call failed inside the gateway.' }], isError: true };
  } finally {
    progress?.stop();
    lease.release();
  }
}

function progressOf(context: ServerContext): ProgressForwarder | undefined {
  const progressToken = context.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  return new ProgressForwarder((progress) =>
    context.mcpReq.notify({ method: 'notifications/progress', params: { progressToken, ...progress } }),
  );
}
