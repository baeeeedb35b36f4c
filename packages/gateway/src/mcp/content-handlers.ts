import { ProtocolError, ProtocolErrorCode, type Server, type ServerContext, type ServerCapabilities } from '@modelcontextprotocol/server';
import type { ContentRequestOptions, JsonObject, JsonValue } from '@toolrack/contracts';
import type { ContentOffers, ScopeContent } from '../content/scope-content.js';
import { askingClient, type Questions } from '../peer/ask-client.js';

/** Most resources that one connection may watch. */
const mostSubscriptions = 1_000;

/** What content handlers work with. */
export interface ContentParts {
  readonly server: Server;
  readonly content: ScopeContent;
  readonly questions: Questions;
  /** Turns whatever is thrown into an MCP error. */
  readonly guarded: <Result>(handler: () => Promise<Result>) => Promise<Result>;
}

/** The capabilities to declare for what sources offer. */
export function contentCapabilities(offers: ContentOffers): ServerCapabilities {
  return {
    ...(offers.resources ? { resources: { listChanged: true, ...(offers.subscriptions ? { subscribe: true } : {}) } } : {}),
    ...(offers.prompts ? { prompts: { listChanged: true } } : {}),
    ...(offers.completions ? { completions: {} } : {}),
  };
}

/** Answers the requests that the server's capabilities promise. Returns what ends its subscriptions. */
export function handleContent(parts: ContentParts): () => void {
  const { server } = parts;
  const declared = server.getCapabilities();
  if (declared.prompts !== undefined) handlePrompts(parts);
  if (declared.completions !== undefined) {
    server.setRequestHandler('completion/complete', ({ params }, context) =>
      parts.guarded(async () => (await parts.content.complete(params as JsonObject, bare(context))) as never),
    );
  }
  return declared.resources === undefined ? () => undefined : handleResources(parts);
}

function handlePrompts({ server, content, questions, guarded }: ContentParts): void {
  server.setRequestHandler('prompts/list', (_request, context) =>
    guarded(async () => ({ prompts: [...(await content.list('prompts', bare(context)))] }) as never),
  );
  server.setRequestHandler('prompts/get', ({ params }, context) => {
    const { name, arguments: given = {} } = params;
    return guarded(() =>
      askingClient(
        server,
        context,
        [name, given as JsonValue],
        questions,
        async (options) => (await content.getPrompt(name, given, options)) as never,
      ),
    );
  });
}

function handleResources({ server, content, questions, guarded }: ContentParts): () => void {
  const subscriptions = new Map<string, () => void>();
  server.setRequestHandler('resources/list', (_request, context) =>
    guarded(async () => ({ resources: [...(await content.list('resources', bare(context)))] }) as never),
  );
  server.setRequestHandler('resources/templates/list', (_request, context) =>
    guarded(async () => ({ resourceTemplates: [...(await content.list('templates', bare(context)))] }) as never),
  );
  server.setRequestHandler('resources/read', ({ params: { uri } }, context) =>
    guarded(() => askingClient(server, context, [uri], questions, async (options) => (await content.read(uri, options)) as never)),
  );
  if (questions.era === 'legacy' && server.getCapabilities().resources?.subscribe === true) {
    server.setRequestHandler('resources/subscribe', ({ params: { uri } }, context) =>
      guarded(async () => {
        if (!subscriptions.has(uri) && subscriptions.size >= mostSubscriptions) {
          throw new ProtocolError(ProtocolErrorCode.InvalidRequest, `At most ${mostSubscriptions} resources can be watched at once.`);
        }
        const tell = (): void => void server.sendResourceUpdated({ uri }).catch(() => undefined);
        // Asked again also for one that is watched: the client may not see it any more.
        const end = await content.subscribe(uri, tell, bare(context));
        subscriptions.get(uri)?.();
        subscriptions.set(uri, end);
        return {};
      }),
    );
    server.setRequestHandler('resources/unsubscribe', async ({ params: { uri } }) => {
      subscriptions.get(uri)?.();
      subscriptions.delete(uri);
      return {};
    });
  }
  return () => {
    for (const end of subscriptions.values()) end();
    subscriptions.clear();
  };
}

function bare(context: ServerContext): ContentRequestOptions {
  return { signal: context.mcpReq.signal };
}
