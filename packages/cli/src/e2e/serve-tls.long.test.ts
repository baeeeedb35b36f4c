import { jest } from '@jest/globals';
import { selfSigned } from '@toolrack/testkit';

import { finished, openclawTools, Workspace, type Finished } from '../../test/command.js';

jest.setTimeout(120_000);

/** A gateway that serves until it is told to stop. */
interface Served {
  readonly url: string;
  stop(): Promise<Finished>;
}

async function serve(workspace: Workspace, options: readonly string[] = []): Promise<Served> {
  const child = workspace.start(['serve', '--http', '127.0.0.1:0', '--json', ...options]);
  const ended = finished(child);
  const url = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (chunk: string) => {
      text += chunk;
      const found = /"url": "([^"]+)"/u.exec(text)?.[1];
      if (found !== undefined) resolve(found);
    });
    void ended.then(({ stderr }) => reject(new Error(stderr)));
  });
  const stop = (): Promise<Finished> => {
    child.kill('SIGINT');
    return ended;
  };
  return { url, stop };
}

/** `toolrack` itself as a client of the gateway: it lists what it sees there and calls a tool. */
async function use(url: string, environment: Record<string, string>, token?: string): Promise<Record<'list' | 'call', Finished>> {
  const headers = token === undefined ? {} : { headers: { Authorization: `Bearer ${token}` } };
  const client = new Workspace({ mcpServers: { gateway: { url, ...headers } }, preset: 'standard' });
  try {
    const list = await client.run(['list', '--log-level', 'silent'], { environment });
    const call = ['call', 'mcp:gateway:tool_call', '--args', JSON.stringify({ id: 'openclaw:core:add', args: { a: 40, b: 2 } })];
    return { list, call: await client.run([...call, '--log-level', 'silent'], { environment }) };
  } finally {
    client.dispose();
  }
}

describe('toolrack serve over HTTPS', () => {
  const { key, cert } = selfSigned();
  let workspace: Workspace;
  let authority: Record<string, string>;
  let served: Served | undefined;
  beforeEach(() => {
    workspace = new Workspace({ plugins: [openclawTools] });
    workspace.write('key.pem', key);
    authority = { NODE_EXTRA_CA_CERTS: workspace.write('cert.pem', cert) };
  });
  afterEach(async () => {
    await served?.stop();
    served = undefined;
    workspace.dispose();
  });

  it('encrypts with the files of the command line, for clients that know the authority', async () => {
    served = await serve(workspace, ['--tls-cert', 'cert.pem', '--tls-key', 'key.pem']);
    expect(served.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+\/mcp$/u);
    const { list, call } = await use(served.url, authority);
    expect(list.stdout).toMatch(/^mcp:gateway:tool_search +untrusted/mu);
    expect(call).toMatchObject({ code: 0, stdout: expect.stringContaining('42') });
    const { code, stdout, stderr } = await served.stop();
    expect(code).toBe(0);
    expect(stdout + stderr).not.toContain('PRIVATE KEY');
  });

  it('encrypts with the files that the configuration names, relative to it, and asks for the token', async () => {
    workspace.write('toolrack.json', {
      plugins: [openclawTools],
      gateway: { tls: { certFile: 'cert.pem', keyFile: './key.pem' }, tokens: [{ token: 'TESTTOKEN' }] },
    });
    served = await serve(workspace);
    expect(served.url).toMatch(/^https:/u);
    expect((await use(served.url, authority, 'TESTTOKEN')).call.stdout).toContain('42');
    const refused = await use(served.url, authority, 'WRONG');
    expect(refused.list.code).toBe(1);
    expect(refused.list.stderr).toMatch(/mcp:gateway is unauthorised/u);
  });

  it('is refused by a client that does not know the authority, with the reason, and speaks no plain HTTP', async () => {
    served = await serve(workspace, ['--tls-cert', 'cert.pem', '--tls-key', 'key.pem']);
    const { list } = await use(served.url, {});
    expect(list.code).toBe(1);
    expect(list.stderr).toMatch(/cannot be reached at 127\.0\.0\.1:\d+ \(.*(CERT|SIGNATURE).*\)/u);
    const plain = await use(served.url.replace('https:', 'http:'), {});
    expect(plain.list.code).toBe(1);
    expect(plain.list.stderr).toMatch(/source mcp:gateway is failed/u);
  });

  it('does not start with a key that does not fit its certificate', async () => {
    workspace.write('other.pem', selfSigned().key);
    const { code, stderr } = await workspace.run(['serve', '--http', ':0', '--tls-cert', 'cert.pem', '--tls-key', 'other.pem']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/The TLS key other\.pem does not belong to the certificate cert\.pem/u);
  });
});
