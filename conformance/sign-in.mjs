// Signs the client under test in at a server of the suite, as `toolrack login` would; the suite's page is its own person.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signIn } from '@toolrack/source-mcp';

/** Sign-ins for one call: one of its own, and one more when the call then wants other rights. */
const mostSignIns = 2;

/** What the suite's context gives of a client that was registered by hand; without it the metadata document is shown. */
function clientOf(given, scenario) {
  const known =
    given.client_id === undefined
      ? { clientMetadataUrl: 'https://conformance-test.local/client-metadata.json' }
      : { clientId: given.client_id, clientSecret: given.client_secret };
  // That revision had no metadata that could say so.
  return scenario.includes('2025-03-26') ? { ...known, assumePkce: true } : known;
}

/** Options of the source for a server that may want a sign-in, and how to work there. */
export function signedIn(url, given, scenario) {
  const directory = mkdtempSync(join(tmpdir(), 'toolrack-conformance-tokens-'));
  process.on('exit', () => rmSync(directory, { recursive: true, force: true }));
  let authorization = clientOf(given, scenario);
  const options = () => ({
    servers: { conformance: { url, trust: 'trusted', authorization } },
    tokens: { directory, key: 'file' },
    backoffMs: 10,
  });

  async function login(scopes) {
    const attempt = () => signIn(options(), 'conformance', { scopes, signal: AbortSignal.timeout(8_000), onPage: visit });
    try {
      await attempt();
    } catch (error) {
      // A person who is told so names the authorization server in the configuration.
      const issuer = /Set "issuer" to "([^"]+)"/u.exec(error.hint ?? '')?.[1];
      if (issuer === undefined) throw error;
      authorization = { ...authorization, issuer };
      await attempt();
    }
  }

  /** Does something with the server; signs in and does it again when the server wants that. */
  async function perform(work, reopen) {
    for (let signIns = 0; ; signIns += 1) {
      try {
        return await work();
      } catch (error) {
        const scopes = error.fields?.scopes;
        const isWanted = scopes !== undefined || error.fields?.state === 'unauthorised' || /sign-in/u.test(error.message);
        if (!isWanted || signIns === mostSignIns) throw error;
        console.log(`signs in: ${error.message}`);
        await login(scopes?.split(' ') ?? []);
        if (scopes === undefined) await reopen();
      }
    }
  }
  return { options, perform };
}

async function visit({ address }) {
  const page = await fetch(address, { redirect: 'manual' });
  await fetch(page.headers.get('location'));
}
