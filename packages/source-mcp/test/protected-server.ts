import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import type { TestAuthorizationServer } from './authorization-server.js';
import { serveHttp, type TestHttpServer } from './http-server.js';
import { answerFetch } from './web-handler.js';

/** How the protected server differs from a right one. */
export interface ProtectionFaults {
  /** `resource` of its metadata. */
  resource?: string;
  /** Where its metadata is: behind the address of the challenge (default), at the well-known places alone, or nowhere. */
  metadata?: 'challenge' | 'well-known' | 'none';
  /** Authorization servers that it names. */
  authorizationServers?: string[];
  /** Refuses every token. */
  refusesAll?: boolean;
  /** Answers whoever has a good token with this. */
  answer?: { readonly status: number; readonly text: string };
  /** Its tools repeat every token that it was sent, plain and in Base64. */
  repeatsTokens?: boolean;
  /** Says 401 without a challenge. */
  omitsChallenge?: boolean;
  /** Scope that the tool "admin" needs. */
  adminScope?: string;
  /** Scope in its challenge and metadata. */
  scope?: string;
  /** Members of its metadata. */
  scopesSupported?: string[];
}

/** A real MCP server over Streamable HTTP that wants tokens of an authorization server. */
export interface ProtectedServer extends TestHttpServer {
  readonly faults: ProtectionFaults;
  /** Texts that the tools were really called with. */
  readonly ran: readonly string[];
  /** Bearer tokens that it was sent. */
  tokens(): readonly string[];
}

/** Starts it with the tools "echo" and "admin". */
export async function serveProtected(authorization: TestAuthorizationServer, faults: ProtectionFaults = {}): Promise<ProtectedServer> {
  const ran: string[] = [];
  let origin = '';
  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: 'protected', version: '1' });
    for (const name of ['echo', 'admin']) {
      server.registerTool(name, { description: `Answers ${name}` }, () => {
        ran.push(name);
        if (faults.repeatsTokens === true) {
          const text = tokens().flatMap((token) => [token, Buffer.from(`:${token}`).toString('base64')]);
          return { content: [{ type: 'text', text: text.join('\n') }] };
        }
        return { content: [{ type: 'text', text: `${name} done` }] };
      });
    }
    return server;
  });
  const tokens = (): readonly string[] =>
    server.seen.flatMap(({ headers }) => /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? []);
  const metadataPath = '/somewhere/metadata';
  const server = await serveHttp(async (request, response) => {
    const { pathname } = new URL(request.url, origin);
    const place = faults.metadata ?? 'challenge';
    const isMetadata = place === 'well-known' ? pathname.startsWith('/.well-known/oauth-protected-resource') : pathname === metadataPath;
    if (isMetadata && place !== 'none') {
      response.writeHead(200, { 'content-type': 'application/json' });
      return void response.end(
        JSON.stringify({
          resource: faults.resource ?? `${origin}/mcp`,
          authorization_servers: faults.authorizationServers ?? [authorization.issuer],
          ...(faults.scopesSupported === undefined ? {} : { scopes_supported: faults.scopesSupported }),
        }),
      );
    }
    if (pathname !== '/mcp') return void response.writeHead(404).end();
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    const access = token === undefined ? undefined : authorization.access(token);
    const challenge = [
      ...(place === 'challenge' ? [`resource_metadata="${origin}${metadataPath}"`] : []),
      ...(faults.scope === undefined ? [] : [`scope="${faults.scope}"`]),
      ...(token === undefined ? [] : ['error="invalid_token"']),
    ];
    if (faults.refusesAll === true || access === undefined || access.resource !== (faults.resource ?? `${origin}/mcp`)) {
      return void response
        .writeHead(401, faults.omitsChallenge === true ? {} : { 'www-authenticate': `Bearer ${challenge.join(', ')}` })
        .end();
    }
    if (faults.answer !== undefined) return void response.writeHead(faults.answer.status).end(faults.answer.text);
    const params = request.body['params'] as { name?: string } | undefined;
    const needed = params?.name === 'admin' ? faults.adminScope : undefined;
    if (needed !== undefined && !access.scope.split(' ').includes(needed)) {
      return void response.writeHead(403, { 'www-authenticate': `Bearer error="insufficient_scope", scope="${needed}"` }).end();
    }
    await answerFetch(handler, server.url, request, response);
  });
  origin = new URL(server.url).origin;
  return {
    ...server,
    faults,
    ran,
    tokens,
  };
}
