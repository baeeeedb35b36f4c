import { jest } from '@jest/globals';

import { Script, textOf, Workspace } from '../../test/command.js';

jest.setTimeout(120_000);

const tools = `
const content = [{ type: 'text', text: 'fine' }];
export const tools = [
  { name: 'stray_promise', description: 'Leaves a promise', execute() { Promise.reject(new Error('bg')); return { content }; } },
  { name: 'stray_throw', description: 'Throws later', execute() { setTimeout(() => { throw new Error('late throw'); }, 1); return { content }; } },
  { name: 'plain', description: 'Does nothing', execute: () => ({ content }) },
];
`;
const registering = `export default { id: 'reg', register(api) {
  Promise.reject(new Error('while it is registered'));
  setTimeout(() => { throw 'no error at all'; }, 1);
  api.registerTool({ name: 'registered', description: 'x', execute: async () => 'x' });
  api.on('before_tool_call', async (event) => { if (event.toolName === 'registered') throw new Error('handler broke'); });
} };`;

describe('a plugin that fails where nobody waits for it', () => {
  it('does not end the process: it is told of with its place, and the protocol goes on', async () => {
    const modules = [
      { path: './core.mjs', owner: 'core' },
      { path: './reg.mjs', owner: 'reg' },
      { path: './hang.mjs', owner: 'hang' },
    ];
    const workspace = new Workspace({
      preset: 'openclaw',
      plugins: [['@toolrack/source-openclaw', { modules, loadTimeoutMs: 1000 }]],
    });
    workspace.write('core.mjs', tools);
    workspace.write('reg.mjs', registering);
    workspace.write('hang.mjs', 'await new Promise(() => setInterval(() => undefined, 1000));');
    const script = new Script(workspace);
    const started = await script.ask('start', { run: {} });
    expect(started['catalog'].sources).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: 'openclaw:core', state: 'started', tools: 3 }),
        expect.objectContaining({ id: 'openclaw:reg', state: 'started', tools: 1 }),
        expect.objectContaining({ id: 'openclaw:hang', state: 'failed', reason: expect.stringContaining('has not loaded within 1 s') }),
      ]),
    );
    const { run } = started;
    const call = (id: string) => script.ask('call', { run, name: 'tool_call', arguments: { id, args: {} } });
    for (const name of ['stray_promise', 'stray_throw', 'plain', 'plain']) {
      const answer = await call(name);
      expect([answer['isError'], textOf(answer)]).toEqual([false, expect.stringContaining('fine')]);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const failed = await call('registered');
    expect(failed).toMatchObject({ isError: true, details: { error: { code: 'ERR_HOOK_FAULT' } } });
    const { code, stderr } = await script.close();
    workspace.dispose();
    expect(code).toBe(0);
    for (const line of [
      /toolrack error: a promise that nobody waits for was rejected in \.\/core\.mjs: bg\. The process goes on\./,
      /toolrack error: an error was thrown where nobody catches it in \.\/core\.mjs: late throw\./,
      /toolrack error: a promise that nobody waits for was rejected in \.\/reg\.mjs: while it is registered\./,
      /toolrack error: an error was thrown where nobody catches it: no error at all\./,
      /toolrack warn: The before_tool_call handler of plugin "reg" failed for openclaw:reg:registered: handler broke\. The tool was not called\./,
    ])
      expect(stderr).toMatch(line);
  });
});
