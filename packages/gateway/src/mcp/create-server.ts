import { ProtocolError, ProtocolErrorCode, Server, type jsonSchemaValidator } from '@modelcontextprotocol/server';
import { ToolrackError, type JsonValue, type Logger } from '@toolrack/contracts';
import type { RunSupplier } from '../runs/run-supplier.js';
import { askingClient, type Questions } from '../peer/ask-client.js';
import { gatewayVersion } from '../version.js';
import { callTool } from './call-tool.js';
import { sentArguments } from './carried-arguments.js';

/** Who the gateway says it is, and where its tools come from. */
export interface ServerIdentity {
  readonly name?: string;
  readonly version?: string;
  readonly instructions?: string;
  readonly logger?: Logger;
}

/** Answers of clients are passed on as they are, and compiling one validator a request costs more than the request. */
const noValidator: jsonSchemaValidator = {
  getValidator: () => () => ({
    valid: false,
    data: undefined,
    errorMessage: 'The gateway validates no answers.',
  }),
};

/**
 * One MCP server over a supplier of runs, for one connection or one request of either protocol era. The handlers are the library's
 * low-level ones: the list is that of the run, schemas are shown as they are and arguments reach the run as they were sent.
 */
export async function createServer(runs: RunSupplier, identity: ServerIdentity, questions: Questions): Promise<Server> {
  const server = new Server(
    { name: identity.name ?? 'toolrack', version: identity.version ?? gatewayVersion },
    {
      capabilities: { tools: { listChanged: true } },
      jsonSchemaValidator: noValidator,
      ...(await instructionsOf(runs, identity)),
    },
  );
  const { logger } = identity;
  server.setRequestHandler('tools/list', () =>
    guarded(logger, async () => {
      const lease = await runs.forList();
      try {
        return { tools: [...lease.shared.tools()] };
      } finally {
        lease.release();
      }
    }),
  );
  server.setRequestHandler('tools/call', ({ params }, context) => {
    const callArguments = sentArguments(params.arguments, context.mcpReq._meta);
    return guarded(logger, () =>
      askingClient(server, context, [params.name, callArguments as JsonValue], questions, (options) =>
        callTool(params.name, callArguments, options, runs, logger),
      ),
    );
  });
  return server;
}

/** The host's own text, then the directory. A runtime that cannot start a run still answers the handshake; the list then says what is wrong. */
async function instructionsOf(runs: RunSupplier, identity: ServerIdentity): Promise<{ readonly instructions?: string }> {
  let directory = '';
  try {
    const lease = await runs.forCall();
    directory = lease.run.prompt;
    lease.release();
  } catch (error) {
    identity.logger?.warn('No directory for the instructions: a run could not be started.', {
      reason: operatorText(error),
    });
  }
  const text = [identity.instructions ?? '', directory].filter((part) => part !== '').join('\n\n');
  return text === '' ? {} : { instructions: text };
}

/** Whatever is thrown becomes an MCP error without paths, causes or stacks. */
async function guarded<Result>(logger: Logger | undefined, handler: () => Promise<Result>): Promise<Result> {
  try {
    return await handler();
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    logger?.error('A request failed.', { reason: operatorText(error) });
    const text = ToolrackError.is(error) ? error.toModelText() : 'The gateway failed inside.';
    throw new ProtocolError(ProtocolErrorCode.InternalError, text, ToolrackError.is(error) ? { code: error.code } : undefined);
  }
}

function operatorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
