import { generateKeyPairSync } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { jest } from '@jest/globals';
import type { AuthorizationFaults } from '../../test/authorization-faults.js';
import { knownClient } from '../../test/authorization-server.js';
import { makeCall, never, rejection, type FullSource } from '../../test/harness.js';
import type { ProtectionFaults } from '../../test/protected-server.js';
import { signInWorld, type SignInWorld } from '../../test/signed-in.js';
import { resolveServers } from '../resolve-servers.js';
import { signIn } from './account.js';
import type { AuthorizationOptions } from './authorization-settings.js';

jest.setTimeout(60_000);

describe('a program that signs in by itself', () => {
  let world: SignInWorld;
  async function make(faults: AuthorizationFaults = {}, protection: ProtectionFaults = {}): Promise<SignInWorld> {
    world = await signInWorld(faults, protection);
    return world;
  }
  const credentials = (more: Partial<AuthorizationOptions> = {}): { authorization: AuthorizationOptions } => ({
    authorization: {
      grant: 'client_credentials',
      clientId: knownClient.id,
      clientSecret: knownClient.secret,
      issuer: world.authorization.issuer,
      ...more,
    },
  });
  const echo = async (source: FullSource): Promise<unknown> => (await source.call(makeCall('echo'))).content;
  const done = [{ type: 'text', text: 'echo done' }];
  const asked = (): readonly (string | null)[] => world.authorization.tokenRequests.map((body) => body.get('grant_type'));
  afterEach(async () => world.close());

  it('gets a token with its secret when the server wants one, for this server and the wanted rights, and uses it on', async () => {
    await make({}, { scope: 'tools:read' });
    const source = world.open(credentials());
    expect((await source.list({ signal: never })).tools).toHaveLength(2);
    expect([await echo(source), await echo(source)]).toEqual([done, done]);
    expect(asked()).toEqual(['client_credentials']);
    const [request] = world.authorization.tokenRequests;
    expect([request?.get('resource'), request?.get('scope')]).toEqual([world.server.url, 'tools:read']);
    // Nothing of it is kept on disk, and the secret goes to no one else.
    expect(await readdir(world.directory)).toEqual([]);
    expect(JSON.stringify(world.server.seen)).not.toContain(knownClient.secret);
  });

  it('proves itself with a private key instead', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    await make({ clientKey: publicKey.export({ type: 'spki', format: 'pem' }).toString() });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const source = world.open(credentials({ clientSecret: undefined as never, privateKey: pem }));
    expect(await echo(source)).toEqual(done);
    expect(JSON.stringify(world.authorization.tokenRequests.map(String))).not.toContain('known-secret');
    expect(JSON.stringify([world.server.seen, world.authorization.seen])).not.toContain('BEGIN PRIVATE KEY');
  });

  it('gets one new token for all calls when the old one ends, before it ends and after it was taken back', async () => {
    await make({ lifetime: 1 });
    const source = world.open(credentials());
    await echo(source);
    await new Promise((resolve) => setTimeout(resolve, 1_050));
    expect(await Promise.all(Array.from({ length: 8 }, async () => echo(source)))).toEqual(Array.from({ length: 8 }, () => done));
    expect(asked()).toHaveLength(2);
    world.authorization.endTokens();
    expect(await echo(source)).toEqual(done);
    expect(world.server.ran).toHaveLength(10);
  });

  it('asks for the configured rights', async () => {
    await make({}, { scope: 'tools:read' });
    await echo(world.open(credentials({ scopes: ['a', 'b'] })));
    expect(world.authorization.tokenRequests[0]?.get('scope')).toBe('a b');
  });

  it('says what is wrong when it is refused, without its secret, and does not ask again and again', async () => {
    await make();
    const source = world.open(credentials({ clientSecret: 'WRONG-SECRET-VALUE' }));
    const error = await rejection(source.list({ signal: never }));
    expect(error.message).toMatch(/cannot be signed in at: .*no token to this program.*invalid_client/);
    expect(error.hint).toMatch(/Check "clientId", the secret or key/);
    const calls = await Promise.all([1, 2, 3].map(async () => rejection(source.call(makeCall('echo')))));
    expect(calls.map(({ code }) => code)).toEqual(calls.map(() => 'ERR_TOOL_UNAVAILABLE'));
    expect(world.authorization.tokenRequests.length).toBeLessThanOrEqual(2);
    expect(JSON.stringify([error.message, error.hint, calls.map(String), source.log, source.state()])).not.toContain('WRONG-SECRET-VALUE');
  });

  it('says that the server refuses a new token, and sends nobody to a sign-in page', async () => {
    await make({}, { refusesAll: true });
    const source = world.open(credentials());
    const error = await rejection(source.list({ signal: never }));
    expect(source.state()).toMatchObject({ state: 'unauthorised' });
    expect(`${error.message} ${error.hint ?? ''}`).not.toContain('toolrack login');
    expect(error.hint).toBe('Check "authorization" of the server.');
    const login = signIn(world.options(credentials()), 'remote', { signal: never, onPage: () => undefined });
    expect((await rejection(login)).message).toMatch(/signed in at without a person/);
  });

  it('gives its credentials to no other authorization server than the configured one', async () => {
    await make();
    const error = await rejection(world.open(credentials({ issuer: 'http://127.0.0.1:1' })).list({ signal: never }));
    expect(error.message).toMatch(/cannot be signed in at/);
    expect(world.authorization.tokenRequests).toHaveLength(0);
  });

  it.each<[string, Partial<AuthorizationOptions>, RegExp]>([
    ['no issuer', { issuer: undefined }, /needs "clientId", and "issuer"/],
    ['no secret', { clientSecret: undefined }, /needs either "clientSecret" or "privateKey"/],
    ['a secret and a key', { privateKey: 'x' }, /needs either/],
    ['a key that is none', { clientSecret: undefined, privateKey: 'TESTSECRET' }, /no private key in PEM/],
    ['an unknown algorithm', { clientSecret: undefined, privateKey: 'x', privateKeyAlgorithm: 'none' }, /not one of RS256/],
    ['a redirect address', { redirectUri: 'http://127.0.0.1:1/callback' }, /"redirectUri", which has no meaning/],
    ['a key for people', { grant: 'authorization_code', privateKey: 'x' }, /"privateKey", which is for the "grant"/],
  ])('is refused with %s', async (_name, more, message) => {
    await make();
    const resolve = (): unknown => resolveServers(world.options(credentials(more)));
    expect(resolve).toThrow(message);
    expect(resolve).not.toThrow(/TESTSECRET/);
  });
});
