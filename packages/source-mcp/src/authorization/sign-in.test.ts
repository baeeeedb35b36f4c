import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { browse, knownClient } from '../../test/authorization-server.js';
import { answerJson, serveHttp } from '../../test/http-server.js';
import { makeCall, never, rejection } from '../../test/harness.js';
import type { ProtectionFaults } from '../../test/protected-server.js';
import { signInWorld, type SignInWorld } from '../../test/signed-in.js';
import { signIn, signOut } from './account.js';
import type { SignInPage } from './sign-in.js';

jest.setTimeout(60_000);

let worlds: SignInWorld[] = [];
afterEach(async () => {
  await Promise.all(worlds.map(async (world) => world.close()));
  worlds = [];
});
async function world(...faults: Parameters<typeof signInWorld>): Promise<SignInWorld> {
  const made = await signInWorld(...faults);
  worlds.push(made);
  return made;
}

describe('signing in', () => {
  it('finds the authorization server by the refusal, registers, proves itself with PKCE and keeps tokens that the server takes', async () => {
    const { authorization, server, ...made } = await world({ lifetime: 3600 }, { scope: 'read write' });
    const result = await made.signIn();
    expect(result).toMatchObject({
      server: 'remote',
      issuer: authorization.issuer,
      resource: server.url,
      scope: 'read write',
      renewable: true,
      client: 'registered',
      accepted: true,
    });
    expect(result.expiresAt).toBeGreaterThan(Date.now() + 3_500_000);
    expect(authorization.registrations[0]).toMatchObject({
      client_name: 'Toolrack',
      application_type: 'native',
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
    });
    const [page] = authorization.pages;
    expect(page?.get('code_challenge_method')).toBe('S256');
    expect(page?.get('resource')).toBe(server.url);
    expect(page?.get('redirect_uri')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);
    expect(authorization.tokenRequests[0]?.get('resource')).toBe(server.url);
    const source = made.open();
    expect((await source.list({ signal: never })).tools.map(({ name }) => name).sort()).toEqual(['admin', 'echo']);
    expect((await source.call(makeCall('echo'))).content).toEqual([{ type: 'text', text: 'echo done' }]);
  });

  it.each(['well-known', 'none'] as const)('finds the authorization server when the metadata of the server is: %s', async (metadata) => {
    const made = await world({}, { metadata });
    if (metadata === 'none') made.authorization.faults.metadata = { issuer: '' };
    // Without metadata of its own the server would have to be the authorization server itself.
    if (metadata === 'none') expect((await rejection(made.signIn())).message).toMatch(/failed: .*PKCE/);
    else expect((await made.signIn()).accepted).toBe(true);
  });

  it('reads metadata of OpenID Connect', async () => {
    const made = await world({ openIdOnly: true });
    expect((await made.signIn()).accepted).toBe(true);
  });

  it('names the resource exactly as the server does, without a slash of its own', async () => {
    const made = await world();
    made.server.faults.resource = new URL(made.server.url).origin;
    const { resource } = await made.signIn();
    expect(resource).toBe(new URL(made.server.url).origin);
    expect(made.authorization.pages[0]?.get('resource')).toBe(resource);
    expect(made.authorization.tokenRequests[0]?.get('resource')).toBe(resource);
  });

  it('accepts an issuer that is named without the slash at its end', async () => {
    const made = await world();
    made.authorization.faults.metadata = { issuer: `${made.authorization.issuer}/` };
    made.authorization.faults.iss = `${made.authorization.issuer}/`;
    expect((await made.signIn()).issuer).toBe(`${made.authorization.issuer}/`);
  });

  it('uses a client that was registered by hand, and sends its secret to its own issuer alone', async () => {
    const made = await world({ noRegistration: true });
    const client = { clientId: knownClient.id, clientSecret: knownClient.secret };
    const refused = await rejection(made.signIn({ authorization: client }));
    expect(refused.message).toMatch(/"clientSecret" needs "issuer"/);
    expect(refused.hint).toContain(made.authorization.issuer);
    expect((await rejection(made.signIn({ authorization: { ...client, issuer: 'https://login.example.com' } }))).message).toMatch(
      /signs in at "http:.*", and "issuer" allows "https:\/\/login\.example\.com" alone/,
    );
    expect(made.authorization.pages).toHaveLength(0);
    const result = await made.signIn({ authorization: { ...client, issuer: made.authorization.issuer } });
    expect(result).toMatchObject({ client: 'configured', accepted: true });
    const [file = ''] = (await readdir(made.directory)).filter((name) => name.endsWith('.json'));
    expect(await readFile(join(made.directory, file), 'utf8')).not.toContain(knownClient.secret);
  });

  it('uses a client id metadata document where the authorization server takes one', async () => {
    const clientMetadataUrl = 'https://toolrack.example.com/client.json';
    const made = await world({ metadata: { client_id_metadata_document_supported: true } });
    expect((await made.signIn({ authorization: { clientMetadataUrl } })).client).toBe('document');
    expect(made.authorization.pages[0]?.get('client_id')).toBe(clientMetadataUrl);
    expect(made.authorization.registrations).toHaveLength(0);
    made.authorization.faults.metadata = {};
    expect((await made.signIn({ authorization: { clientMetadataUrl } })).client).toBe('registered');
  });

  it('takes a secret that a registration brings, and authenticates with it', async () => {
    const methods = { token_endpoint_auth_methods_supported: ['client_secret_post'] };
    const made = await world({ secretClients: true, metadata: methods });
    expect((await made.signIn()).accepted).toBe(true);
    expect(made.authorization.tokenRequests[0]?.get('client_secret')).toMatch(/^secret-of-/);
  });

  it('comes back to the address that the configuration names', async () => {
    const made = await world();
    await made.signIn({ authorization: { redirectUri: 'http://localhost:0/oauth/back?x=1' } });
    expect(made.authorization.pages[0]?.get('redirect_uri')).toMatch(/^http:\/\/localhost:\d+\/oauth\/back\?x=1$/);
  });

  it('takes the pasted address of a browser on another machine, and nothing else', async () => {
    const made = await world();
    const pasted: boolean[] = [];
    const result = await made.signIn(undefined, {
      onPage: async (page: SignInPage) => {
        const answer = await fetch(page.address, { redirect: 'manual' });
        pasted.push(
          page.paste('nonsense'),
          page.paste(`${page.redirectUri}?code=x&state=y`),
          page.paste(` ${answer.headers.get('location')}\n`),
        );
      },
    });
    expect(pasted).toEqual([false, false, true]);
    expect(result.accepted).toBe(true);
  });

  it('asks for the configured scopes, with those of the last sign-in and those that a call lacked', async () => {
    const made = await world({ metadata: { scopes_supported: ['offline_access', 'read', 'admin'] } }, { scopesSupported: ['read', 'all'] });
    await made.signIn();
    expect(made.authorization.pages[0]?.get('scope')).toBe('read all offline_access');
    await made.signIn({ authorization: { scopes: ['mail'] } }, { scopes: ['admin'] });
    expect(made.authorization.pages[1]?.get('scope')).toBe('mail read all offline_access admin');
  });

  it('leaves requests with another state alone and goes on waiting', async () => {
    const made = await world();
    const answers: number[] = [];
    await made.signIn(undefined, {
      onPage: async ({ address, redirectUri }) => {
        answers.push((await fetch(`${redirectUri}?code=stolen&state=wrong`)).status, (await fetch(new URL('/else', redirectUri))).status);
        answers.push((await browse(address)).status);
      },
    });
    expect(answers).toEqual([400, 404, 200]);
  });
});

describe('a sign-in is refused', () => {
  it.each([
    ['the answer is from another issuer', { iss: 'https://evil.example.com' }, {}, /from another authorization server/],
    ['the answer does not say who it is from although it has to', { iss: '' }, {}, /does not say who it is from/],
    ['PKCE is not mentioned', { metadata: { code_challenge_methods_supported: undefined } }, {}, /does not say that it supports PKCE/],
    ['PKCE is plain only', { metadata: { code_challenge_methods_supported: ['plain'] } }, {}, /does not say that it supports PKCE/],
    ['the issuer calls itself something else', { metadata: { issuer: 'https://evil.example.com' } }, {}, /says that it is "https:\/\/evil/],
    ['the server is another resource', {}, { resource: 'https://other.example.com/mcp' }, /which is not its address/],
    ['the server is a longer path', {}, { resource: 'http://127.0.0.1:1/mcp/more' }, /which is not its address/],
    [
      'the token endpoint is not https',
      { metadata: { token_endpoint: 'http://auth.example.com/token' } },
      {},
      /the token endpoint is not an https address/,
    ],
    [
      'the sign-in page is a program',
      { metadata: { authorization_endpoint: 'file:///usr/bin/calc' } },
      {},
      /the authorization endpoint is not an https address/,
    ],
    ['the person refuses', { refuses: 'access_denied' }, {}, /refuses: access_denied: because \[31m it is so/],
    ['no registration is possible', { metadata: { registration_endpoint: undefined } }, {}, /registers no clients by itself/],
    ['the registration is refused', { noRegistration: true }, {}, /does not register Toolrack .*invalid_redirect_uri: https only/],
    ['tokens are of another type', { token: { token_type: 'mac' } }, {}, /tokens of the type "mac"/],
    ['a token cannot stand in a header', { token: { access_token: 'a\nb' } }, {}, /malformed token/],
    [
      'the authorization server is in a private network',
      {},
      { authorizationServers: ['https://10.0.0.1'] },
      /10\.0\.0\.1 may not be asked/,
    ],
    ['it is a metadata service', {}, { authorizationServers: ['https://169.254.169.254'] }, /169\.254\.169\.254 may not be asked/],
    ['there is no metadata', { noMetadata: true }, {}, /publishes no metadata/],
  ] as const)('when %s', async (_title, faults, protection, message) => {
    const made = await world({ ...faults }, structuredClone(protection) as ProtectionFaults);
    const error = await rejection(made.signIn());
    expect(error.code).toBe('ERR_SOURCE_FAILED');
    expect(error.message).toMatch(message);
    // eslint-disable-next-line no-control-regex
    expect(error.message).not.toMatch(/[\u0000-\u001f]/);
    expect((await readdir(made.directory)).filter((name) => name.endsWith('.json'))).toEqual([]);
  });

  it('when nobody comes back in time', async () => {
    const made = await world();
    const error = await rejection(made.signIn(undefined, { onPage: () => undefined, signal: AbortSignal.timeout(300) }));
    expect(error.message).toMatch(/nobody came back/);
  });

  it('when the server asks for none', async () => {
    const made = await world();
    const open = await serveHttp((request, response) => answerJson(response, {}, request.method === 'POST' ? 200 : 404));
    const options = { ...made.options(), servers: { remote: { url: open.url } } };
    const error = await rejection(signIn(options, 'remote', { signal: AbortSignal.timeout(5_000), onPage: () => undefined }));
    expect(error.message).toMatch(/does not ask for a sign-in \(HTTP 200\)/);
    await open.close();
  });

  it('for programs, for servers with credentials of their own, and for those that are not there', async () => {
    const made = await world();
    const how = { signal: AbortSignal.timeout(5_000), onPage: () => undefined };
    const refusal = async (server: object): Promise<string> =>
      (await rejection(signIn({ servers: { remote: server }, tokens: { directory: made.directory } }, 'remote', how))).message;
    expect(await refusal({ command: 'x' })).toMatch(/a program on this machine/);
    expect(await refusal({ url: 'https://example.com', headers: { authorization: 'Bearer x' } })).toMatch(
      /its credentials are in "headers"/,
    );
    expect(await refusal({ url: 'https://example.com', authorization: false })).toMatch(/"authorization" is false/);
    expect(await refusal({ url: 'http://example.com/mcp' })).toMatch(/not an https address/);
    expect((await rejection(signIn({ servers: {} }, 'toString', how))).message).toMatch(/no server of that name/);
  });

  it('unless the operator knows that PKCE is supported', async () => {
    const made = await world({ metadata: { code_challenge_methods_supported: undefined } });
    expect((await made.signIn({ authorization: { assumePkce: true } })).accepted).toBe(true);
    expect(made.authorization.pages[0]?.get('code_challenge')).toMatch(/^[\w-]{43}$/);
  });
});

describe('what a sign-in leaves behind', () => {
  it('is encrypted and readable by the user alone', async () => {
    const made = await world();
    await made.signIn();
    const names = await readdir(made.directory);
    expect(names.filter((name) => name !== 'key')).toEqual([expect.stringMatching(/^remote-[0-9a-f]{20}\.json$/)]);
    for (const name of names) {
      expect((await stat(join(made.directory, name))).mode & 0o777).toBe(0o600);
      expect(await readFile(join(made.directory, name), 'utf8')).not.toMatch(/access-|refresh-|client-\d|127\.0\.0\.1/);
    }
  });

  it('is removed and taken back by signing out', async () => {
    const made = await world();
    await made.signIn();
    const source = made.open();
    await source.list({ signal: never });
    expect(await signOut(made.options(), 'remote')).toEqual({ server: 'remote', removed: true, revoked: true });
    expect(made.authorization.revoked).toEqual([expect.stringMatching(/^refresh-/)]);
    expect((await readdir(made.directory)).filter((name) => name.endsWith('.json'))).toEqual([]);
    expect(await signOut(made.options(), 'remote')).toEqual({ server: 'remote', removed: false, revoked: false });
    const error = await rejection(source.call(makeCall('echo')));
    expect(error.toModelText()).toMatch(/wants a sign-in.*The call was not run\. Run "toolrack login remote"\./);
  });
});
