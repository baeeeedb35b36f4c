import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An MCP server of the 2025 revisions that wants a sign-in, and its authorization server, at one address. */
export interface SignInServer {
  readonly origin: string;
  /** Scopes that were asked for, a sign-in each. */
  readonly scopes: readonly (string | null)[];
  /** Ends every access token. */
  endTokens(): void;
  close(): Promise<void>;
}

/** Starts it with one tool, "whoami". Everybody who asks is signed in. */
export async function serveSignIn(): Promise<SignInServer> {
  const codes = new Map<string, string>();
  const good = new Set<string>();
  const refreshes = new Set<string>();
  const scopes: (string | null)[] = [];
  let origin = '';
  const server = createServer((request, response) => {
    const json = (body: object, status = 200, headers: Record<string, string> = {}): void => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
    };
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const url = new URL(request.url ?? '/', origin);
      switch (url.pathname) {
        case '/.well-known/oauth-protected-resource/mcp':
          return json({ resource: `${origin}/mcp`, authorization_servers: [origin], scopes_supported: ['read'] });
        case '/.well-known/oauth-authorization-server':
          return json({
            issuer: origin,
            authorization_endpoint: `${origin}/authorize`,
            token_endpoint: `${origin}/token`,
            registration_endpoint: `${origin}/register`,
            response_types_supported: ['code'],
            code_challenge_methods_supported: ['S256'],
          });
        case '/register':
          return json({ ...(JSON.parse(text) as object), client_id: 'registered' }, 201);
        case '/authorize': {
          const back = new URL(url.searchParams.get('redirect_uri') ?? '');
          const code = randomBytes(8).toString('hex');
          codes.set(code, url.searchParams.get('code_challenge') ?? '');
          scopes.push(url.searchParams.get('scope'));
          back.searchParams.set('code', code);
          back.searchParams.set('state', url.searchParams.get('state') ?? '');
          return void response.writeHead(302, { location: back.href }).end();
        }
        case '/token': {
          const body = new URLSearchParams(text);
          const verifier = createHash('sha256')
            .update(body.get('code_verifier') ?? '')
            .digest('base64url');
          const isCode = codes.get(body.get('code') ?? '') === verifier;
          if (!isCode && !refreshes.delete(body.get('refresh_token') ?? '')) return json({ error: 'invalid_grant' }, 400);
          const [access, refresh] = [`access-${randomBytes(8).toString('hex')}`, `refresh-${randomBytes(8).toString('hex')}`];
          good.add(access);
          refreshes.add(refresh);
          return json({ access_token: access, token_type: 'bearer', refresh_token: refresh, expires_in: 3600 });
        }
        case '/mcp': {
          const token = /^Bearer (.+)$/u.exec(request.headers.authorization ?? '')?.[1] ?? '';
          if (!good.has(token)) return json({}, 401, { 'www-authenticate': 'Bearer' });
          if (request.method !== 'POST') return void response.writeHead(405).end();
          const { id, method, params } = JSON.parse(text) as { id?: number; method: string; params?: { protocolVersion?: string } };
          if (id === undefined) return void response.writeHead(202).end();
          const result = answerTo(method, params?.protocolVersion);
          return json({ jsonrpc: '2.0', id, ...(result === undefined ? { error: { code: -32601, message: 'unknown' } } : { result }) });
        }
        default:
          return json({}, 404);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    scopes,
    endTokens: () => good.clear(),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function answerTo(method: string, protocolVersion: string | undefined): object | undefined {
  if (method === 'initialize') return { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'private', version: '1' } };
  if (method === 'tools/list')
    return { tools: [{ name: 'whoami', description: 'Says who is signed in.', inputSchema: { type: 'object' } }] };
  return method === 'tools/call' ? { content: [{ type: 'text', text: 'ada' }] } : undefined;
}
