import { createHash, createVerify, randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { JsonObject } from '@toolrack/contracts';
import type { AuthorizationFaults } from './authorization-faults.js';
import { answerJson, serveHttp, type SeenRequest, type TestHttpServer } from './http-server.js';

interface Code {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly challenge: string;
  readonly resource: string;
  readonly scope: string;
}

interface Access {
  readonly family: string;
  readonly resource: string;
  readonly scope: string;
  endsAt: number;
}

/** A working OAuth 2.1 authorization server on the loopback address that approves everything, with rotating refresh tokens. */
export interface TestAuthorizationServer extends TestHttpServer {
  readonly issuer: string;
  readonly faults: AuthorizationFaults;
  /** Parsed bodies of the token requests, in order. */
  readonly tokenRequests: readonly URLSearchParams[];
  /** Queries of the authorization requests. */
  readonly pages: readonly URLSearchParams[];
  readonly registrations: readonly JsonObject[];
  readonly revoked: readonly string[];
  /** Token requests of a kind. */
  renewals(): number;
  /** The access behind a token; `undefined` when it is unknown, ended or taken back. */
  access(token: string): { readonly resource: string; readonly scope: string } | undefined;
  /** Ends all access tokens now; refresh tokens stay good. */
  endTokens(): void;
  /** Takes everything back. */
  revokeAll(): void;
}

/** A client that was registered by hand. */
export const knownClient = { id: 'known-client', secret: 'known-secret-value' };

/** Starts the authorization server. */
export async function serveAuthorization(faults: AuthorizationFaults = {}): Promise<TestAuthorizationServer> {
  const codes = new Map<string, Code>();
  const accesses = new Map<string, Access>();
  const refreshes = new Map<string, { readonly family: string; readonly code: Code; used: boolean }>();
  const deadFamilies = new Set<string>();
  const clients = new Map<string, { readonly secret?: string }>([[knownClient.id, { secret: knownClient.secret }]]);
  const tokenRequests: URLSearchParams[] = [];
  const pages: URLSearchParams[] = [];
  const registrations: JsonObject[] = [];
  const revoked: string[] = [];
  let issuer = '';

  const metadata = (): JsonObject => {
    const right = {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      registration_endpoint: `${issuer}/register`,
      revocation_endpoint: `${issuer}/revoke`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
      authorization_response_iss_parameter_supported: true,
      jwks_uri: `${issuer}/jwks`,
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      ...faults.metadata,
    };
    return JSON.parse(JSON.stringify(right)) as JsonObject;
  };

  const give = (response: ServerResponse, code: Code, family: string): void => {
    const accessToken = `access-${randomBytes(12).toString('hex')}`;
    const refreshToken = `refresh-${randomBytes(12).toString('hex')}`;
    const { lifetime } = faults;
    accesses.set(accessToken, { family, resource: code.resource, scope: code.scope, endsAt: Date.now() + (lifetime ?? 3600) * 1000 });
    refreshes.set(refreshToken, { family, code, used: false });
    answerJson(response, {
      access_token: accessToken,
      token_type: 'Bearer',
      scope: code.scope,
      ...(lifetime === undefined ? {} : { expires_in: lifetime }),
      ...(faults.noRefresh === true ? {} : { refresh_token: refreshToken }),
      ...(faults.token as JsonObject | undefined),
    });
  };

  const refuse = (response: ServerResponse, error: string, status = 400): void => answerJson(response, { error }, status);

  const token = async (request: SeenRequest, response: ServerResponse): Promise<void> => {
    const body = new URLSearchParams(request.text);
    tokenRequests.push(body);
    if (faults.slowMs !== undefined) await new Promise((resolve) => setTimeout(resolve, faults.slowMs));
    const basic = /^Basic (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    const [basicId, basicSecret] = Buffer.from(basic ?? '', 'base64')
      .toString()
      .split(':');
    const id = (basic === undefined ? body.get('client_id') : basicId) ?? '';
    if (faults.clientKey !== undefined) {
      if (!isAssertion(body.get('client_assertion') ?? '', faults.clientKey, [issuer, `${issuer}/token`]))
        return refuse(response, 'invalid_client', 401);
      return give(response, ownCode(body), randomBytes(6).toString('hex'));
    }
    const client = clients.get(id) ?? (URL.canParse(id) ? {} : undefined);
    const secret = basic === undefined ? (body.get('client_secret') ?? undefined) : basicSecret;
    if (client === undefined || client.secret !== secret) return refuse(response, 'invalid_client', 401);
    if (body.get('grant_type') === 'client_credentials') {
      if (client.secret === undefined) return refuse(response, 'unauthorized_client');
      return give(response, ownCode(body), randomBytes(6).toString('hex'));
    }
    if (body.get('grant_type') === 'authorization_code') {
      const code = codes.get(body.get('code') ?? '');
      codes.delete(body.get('code') ?? '');
      const verified = createHash('sha256')
        .update(body.get('code_verifier') ?? '')
        .digest('base64url');
      if (code === undefined || code.challenge !== verified || code.redirectUri !== body.get('redirect_uri') || code.clientId !== id) {
        return refuse(response, 'invalid_grant');
      }
      if (code.resource !== body.get('resource')) return refuse(response, 'invalid_target');
      return give(response, code, randomBytes(6).toString('hex'));
    }
    if (typeof faults.renewal === 'string') return refuse(response, faults.renewal);
    if (typeof faults.renewal === 'number') return void response.writeHead(faults.renewal).end('<html>out of order</html>');
    const refresh = refreshes.get(body.get('refresh_token') ?? '');
    if (refresh === undefined || refresh.code.clientId !== id) return refuse(response, 'invalid_grant');
    // Somebody presents a token for the second time: it was stolen, and everything that came of it is taken back.
    if (refresh.used) deadFamilies.add(refresh.family);
    if (deadFamilies.has(refresh.family)) return refuse(response, 'invalid_grant');
    if (refresh.code.resource !== body.get('resource')) return refuse(response, 'invalid_target');
    refresh.used = true;
    give(response, refresh.code, refresh.family);
  };

  const server = await serveHttp(async (request, response) => {
    const url = new URL(request.url, issuer);
    switch (url.pathname) {
      case '/.well-known/oauth-authorization-server':
        return faults.openIdOnly === true || faults.noMetadata === true
          ? refuse(response, 'nothing', 404)
          : answerJson(response, metadata());
      case '/.well-known/openid-configuration':
        return faults.openIdOnly === true ? answerJson(response, metadata()) : refuse(response, 'nothing', 404);
      case '/register': {
        if (faults.noRegistration === true)
          return answerJson(response, { error: 'invalid_redirect_uri', error_description: 'https only' }, 400);
        registrations.push(request.body);
        const id = `client-${clients.size}`;
        const secret = faults.secretClients === true ? `secret-of-${id}` : undefined;
        clients.set(id, secret === undefined ? {} : { secret });
        return answerJson(response, { ...request.body, client_id: id, ...(secret === undefined ? {} : { client_secret: secret }) }, 201);
      }
      case '/authorize': {
        pages.push(url.searchParams);
        const back = new URL(url.searchParams.get('redirect_uri') ?? '');
        const { iss = issuer, state = url.searchParams.get('state') ?? '' } = faults;
        back.searchParams.set('state', state);
        if (iss !== '') back.searchParams.set('iss', iss);
        if (faults.refuses !== undefined) {
          back.searchParams.set('error', faults.refuses);
          back.searchParams.set('error_description', 'because\u001b[31m it\nis so');
        } else {
          const code = randomBytes(8).toString('hex');
          codes.set(code, {
            clientId: url.searchParams.get('client_id') ?? '',
            redirectUri: url.searchParams.get('redirect_uri') ?? '',
            challenge: url.searchParams.get('code_challenge_method') === 'S256' ? (url.searchParams.get('code_challenge') ?? '') : '',
            resource: url.searchParams.get('resource') ?? '',
            scope: url.searchParams.get('scope') ?? '',
          });
          back.searchParams.set('code', code);
        }
        return void response.writeHead(302, { location: back.href }).end();
      }
      case '/token':
        return await token(request, response);
      case '/revoke': {
        const given = new URLSearchParams(request.text).get('token') ?? '';
        revoked.push(given);
        const family = refreshes.get(given)?.family ?? accesses.get(given)?.family;
        if (family !== undefined) deadFamilies.add(family);
        return void response.writeHead(200).end();
      }
      default:
        return refuse(response, 'nothing', 404);
    }
  });
  issuer = new URL(server.url).origin;
  return {
    ...server,
    issuer,
    faults,
    tokenRequests,
    pages,
    registrations,
    revoked,
    renewals: () => tokenRequests.filter((body) => body.get('grant_type') === 'refresh_token').length,
    access: (given) => {
      const found = accesses.get(given);
      return found === undefined || found.endsAt <= Date.now() || deadFamilies.has(found.family) ? undefined : found;
    },
    endTokens: () => {
      for (const access of accesses.values()) access.endsAt = 0;
    },
    revokeAll: () => {
      for (const { family } of refreshes.values()) deadFamilies.add(family);
    },
  };
}

/** What a program gets for itself. */
function ownCode(body: URLSearchParams): Code {
  return { clientId: '', redirectUri: '', challenge: '', resource: body.get('resource') ?? '', scope: body.get('scope') ?? '' };
}

/** Whether a JWT is a client assertion (RFC 7523) for one of the audiences, signed with the key. */
function isAssertion(jwt: string, key: string, audiences: readonly string[]): boolean {
  const [head = '', payload = '', signature = ''] = jwt.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString() || '{}') as {
    aud?: string | string[];
    sub?: string;
    exp?: number;
  };
  const isSigned = createVerify('sha256').update(`${head}.${payload}`).verify(key, Buffer.from(signature, 'base64url'));
  const isMeant = [claims.aud].flat().some((audience) => audience !== undefined && audiences.includes(audience.replace(/\/$/u, '')));
  return isSigned && isMeant && claims.sub === knownClient.id && (claims.exp ?? 0) > Date.now() / 1000;
}

/** Does what a browser does with a sign-in page that asks nothing: follows it back. Resolves with the last answer. */
export async function browse(address: string): Promise<Response> {
  const page = await fetch(address, { redirect: 'manual' });
  return await fetch(page.headers.get('location') ?? '');
}
