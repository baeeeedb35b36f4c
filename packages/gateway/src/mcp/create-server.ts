import { ProtocolError, ProtocolErrorCode, Server, type jsonSchemaValidator } from '@modelcontextprotocol/server';
import { textForModel, ToolrackError, type JsonValue, type Logger } from '@toolrack/contracts';
import type { RunSupplier } from '../runs/run-supplier.js';
import type { ContentOffers, ScopeContent } from '../content/scope-content.js';
import { askingClient, type Questions } from '../peer/ask-client.js';
import { gatewayVersion } from '../version.js';
import { callTool } from './call-tool.js';
import { sentArguments } from './carried-arguments.js';
import { contentCapabilities, handleContent } from './content-handlers.js';

/** Who the gateway says it is, and where its tools come from. */
export interface ServerIdentity {
  readonly name?: string;
  readonly version?: string;
  readonly instructions?: string;
  readonly logger?: Logger;
}

/** What one connection is served from. */
export interface ServerParts {
  readonly runs: RunSupplier;
  readonly content: ScopeContent;
  readonly questions: Questions;
}

/** A server for one connection or one request. */
export interface ServedConnection {
  readonly server: Server;
  /** Ends what the connection watches; to be called when it has closed. */
  readonly dispose: () => void;
}

interface Greeting {
  readonly instructions: string;
  readonly offers: ContentOffers;
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
 * `revisions` takes the place of those that the library supports.
 */
export async function createServer(parts: ServerParts, identity: ServerIdentity, revisions?: readonly string[]): Promise<ServedConnection> {
  const { runs, content, questions } = parts;
  const { logger } = identity;
  const { instructions, offers } = await greeting(parts, identity);
  const server = new Server(
    { name: identity.name ?? 'toolrack', version: identity.version ?? gatewayVersion },
    {
      capabilities: { tools: { listChanged: true }, logging: {}, ...contentCapabilities(offers) },
      jsonSchemaValidator: noValidator,
      ...(revisions === undefined ? {} : { supportedProtocolVersions: [...revisions] }),
      ...(instructions === '' ? {} : { instructions }),
    },
  );
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
        callTool(params.name, callArguments, options, runs, questions.era, logger),
      ),
    );
  });
  const endSubscriptions = handleContent({ server, content, questions, guarded: (handler) => guarded(logger, handler) });
  return { server, dispose: endSubscriptions };
}

/** The host's own text, then the directory. A runtime that cannot start a run still answers the handshake; the list then says what is wrong. */
async function greeting({ runs, content }: ServerParts, identity: ServerIdentity): Promise<Greeting> {
  let directory = '';
  let offers: ContentOffers = { resources: false, subscriptions: false, prompts: false, completions: false };
  try {
    const lease = await runs.forCall();
    directory = lease.run.prompt;
    offers = content.offers(lease.shared);
    lease.release();
  } catch (error) {
    identity.logger?.warn('No directory for the instructions: a run could not be started.', {
      reason: operatorText(error),
    });
  }
  const instructions = [identity.instructions ?? '', directory].filter((part) => part !== '').join('\n\n');
  return { instructions, offers };
}

/** Whatever is thrown becomes an MCP error without paths, causes or stacks. */
async function guarded<Result>(logger: Logger | undefined, handler: () => Promise<Result>): Promise<Result> {
  try {
    return await handler();
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    logger?.error('A request failed.', { reason: operatorText(error) });
    const text = ToolrackError.is(error) ? textForModel(error.toModelText()) : 'The gateway failed inside.';
    throw new ProtocolError(ProtocolErrorCode.InternalError, text, ToolrackError.is(error) ? { code: error.code } : undefined);
  }
}

function operatorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
