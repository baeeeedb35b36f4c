import { ContentProviders, definePlugin, ToolrackError, ToolSources, type Plugin, type Run, type ToolProgress } from '@toolrack/contracts';
import { createRuntime } from '@toolrack/kernel';
import { secretGuard } from '@toolrack/secret-guard';

import { hermes, openclaw, standard } from './index.js';

const token = `ghp_${'aZ3kQ9mX1bW7tY5cR2nV8pL4sJ6hG0dFxyz9'}`;
const pem = `-----BEGIN PRIVATE KEY-----\n${'MIIEvQIBADANBgkqhkiG9w0B'.repeat(3)}\n-----END PRIVATE KEY-----`;
const hash = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
const picture = { type: 'image', data: Buffer.from(token).toString('base64'), mimeType: 'image/png' } as const;

const tools = ['read_file', 'fail', 'throw_error', 'create_key'].map((name) => ({
  name,
  description: `${name}, for example with ${token}`,
  inputSchema: { type: 'object', properties: { key: { type: 'string', description: `like ${token}` } } },
}));
const source: Plugin = definePlugin({
  name: 'test-files',
  version: '1.0.0',
  api: '^1',
  apply: (host) => {
    host.contribute(ToolSources, {
      kind: 'mcp',
      owner: 'files',
      list: async () => ({ tools }),
      call: async ({ name, onProgress }) => {
        onProgress({ progress: 1, message: `reads ${token}` });
        if (name === 'throw_error') throw new ToolrackError('ERR_CALL_FAILED', `no ${token}`, { hint: `not ${token}` });
        const text = `{"token":"${token}","pem":${JSON.stringify(pem)},"hash":"${hash}"}`;
        return { content: [{ type: 'text', text }, picture], details: { token, hash }, isError: name === 'fail' };
      },
    });
    host.contribute(ContentProviders, {
      kind: 'mcp',
      owner: 'files',
      offers: () => ({ resources: true, prompts: false, completions: false }),
      readResource: async () => ({ contents: [{ uri: 'a://b', text: pem }] }),
    });
  },
})();

/** Everything that a model and a host can see of the source. */
async function everythingSeen(preset: readonly Plugin[]): Promise<string> {
  const runtime = await createRuntime({ plugins: preset });
  const run: Run = await runtime.startRun({});
  const seen: unknown[] = [run.tools, run.prompt];
  const onProgress = (progress: ToolProgress): void => void seen.push(progress);
  for (const { name } of tools) {
    const id = `mcp:files:${name}`;
    seen.push(run.describe(id), await run.search({ text: name, limit: 5 }));
    seen.push(await run.callTool(id, { arguments: {}, onProgress }).catch((error: ToolrackError) => [error.message, error.toModelText()]));
    for (const control of run.tools.map((tool) => tool.name)) {
      seen.push(
        await run.call({ name: control, arguments: { id, name: id, query: name, args: {}, arguments: {}, names: [id] }, onProgress }),
      );
    }
  }
  const [content] = runtime.contributions(ContentProviders);
  seen.push(await content?.readResource?.('a://b', { signal: new AbortController().signal }));
  await runtime.dispose();
  return JSON.stringify(seen);
}

const count = (text: string, part: string): number => text.split(part).length - 1;

describe('what has the form of a key and is nobody’s setting', () => {
  it('is nowhere in what standard() shows: definitions, results, failures, progress, resources; hashes and pictures stay [issue7:6]', async () => {
    const seen = await everythingSeen(standard({ add: [source] }));
    expect([count(seen, token), count(seen, 'MIIEvQ'), count(seen, 'PRIVATE KEY--')]).toEqual([0, 0, 0]);
    expect(count(seen, '[hidden: GitHub token; option show of @toolrack/secret-guard]')).toBeGreaterThan(20);
    expect(count(seen, '[hidden: private key; option show of @toolrack/secret-guard]')).toBeGreaterThan(3);
    expect(count(seen, hash)).toBeGreaterThan(3);
    expect(count(seen, picture.data)).toBeGreaterThan(0);
  });

  it('is shown by the tools that are told to show it, and by them alone', async () => {
    const runtime = await createRuntime({ plugins: standard({ add: [source, secretGuard({ show: ['mcp:files:create_*'] })] }) });
    const run = await runtime.startRun({});
    const shown = await run.callTool('mcp:files:create_key', { arguments: {} });
    const hidden = await run.callTool('mcp:files:read_file', { arguments: {} });
    expect([shown.details, hidden.details]).toEqual([
      { token, hash },
      { token: '[hidden: GitHub token; option show of @toolrack/secret-guard]', hash },
    ]);
    await runtime.dispose();
    const all = await everythingSeen(standard({ add: [source, secretGuard({ show: ['mcp:files:*'] })] }));
    expect(count(all, '[hidden:')).toBe(0);
  });

  it('stays in the presets of other systems, which show what the originals show, until the plugin is added', async () => {
    for (const preset of [openclaw, hermes]) {
      expect(count(await everythingSeen(preset({ add: [source] })), '[hidden:')).toBe(0);
      expect(count(await everythingSeen(preset({ add: [source, secretGuard()] })), token)).toBe(0);
    }
    expect(count(await everythingSeen(standard({ add: [source], without: ['@toolrack/secret-guard'] })), '[hidden:')).toBe(0);
  });

  it('is hidden in what a source of one run says', async () => {
    const finder = definePlugin({
      name: 'test-finder',
      version: '1.0.0',
      api: '^1',
      apply: (host) =>
        host.hooks.discover.tap((session) =>
          session.add({
            kind: 'own',
            owner: 'run',
            list: async () => ({ tools: [tools[0] as never] }),
            call: async () => ({ content: [{ type: 'text', text: token }] }),
          }),
        ),
    })();
    const runtime = await createRuntime({ plugins: standard({ add: [finder] }) });
    const run = await runtime.startRun({});
    expect(JSON.stringify([run.describe('own:run:read_file'), await run.callTool('own:run:read_file', { arguments: {} })])).not.toContain(
      token,
    );
    await runtime.dispose();
  });
});
