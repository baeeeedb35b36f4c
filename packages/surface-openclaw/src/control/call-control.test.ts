import { FakeSession } from '../test-support/fake-session.js';
import { fakeSurface } from '../test-support/fake-surface.js';
import { fakeTool } from '../test-support/fake-view.js';

const inputSchema = { type: 'object', properties: { path: { type: 'string' } } };
const tools = [
  fakeTool('openclaw:core:read', { inputSchema }),
  fakeTool('openclaw:db:query', {
    inputSchema: { type: 'object', properties: { args: { type: 'object' }, input: { type: 'object' } } },
  }),
  fakeTool('openclaw:db:map', { inputSchema: { type: 'object', properties: {}, additionalProperties: {} } }),
  fakeTool('openclaw:web:open', { inputSchema: { type: 'object', properties: { url: { type: 'string' } } } }),
  fakeTool('mcp:fs:read_file'),
];
async function received(input: unknown): Promise<unknown> {
  const session = new FakeSession({ tools });
  await fakeSurface().call('tool_call', input, session);
  expect(session.calls).toHaveLength(1);
  return session.calls[0]?.arguments;
}

describe('tool_call', () => {
  it('hands the repaired arguments to the pipeline [openclaw:17.0] [openclaw:18.2] [openclaw:18.13]', async () => {
    expect(await received({ id: 'read', path: 'a' })).toEqual({ path: 'a' });
    expect(await received({ id: 'read' })).toEqual({});
    expect(await received({ id: 'read', args: ['a'] })).toEqual(['a']);
  });

  it('unwraps arguments that were wrapped twice where the tool has no such parameter', async () => {
    expect(await received({ id: 'read', args: { args: { path: 'a' } } })).toEqual({ path: 'a' });
    expect(await received({ id: 'read', arguments: { path: 'a' } })).toEqual({ path: 'a' });
    expect(await received({ id: 'read', args: { input: '{"path":"a"}' } })).toEqual({ path: 'a' });
    expect(await received({ id: 'read', args: { input: 'text' } })).toEqual({ input: 'text' });
  });

  it('leaves what a tool that takes any further member may mean by itself', async () => {
    for (const args of [{ input: { user: 1 } }, { parameters: { q: 1 } }, { input: '{"user":1}' }])
      expect(await received({ id: 'open', args })).toEqual(args);
    expect(await received({ id: 'open', args: { args: { url: 'a', user: 1 } } })).toEqual({ url: 'a', user: 1 });
  });

  it('leaves a parameter of that name alone, and tools whose schema it may not read', async () => {
    expect(await received({ id: 'query', args: { args: { path: 'a' } } })).toEqual({ args: { path: 'a' } });
    expect(await received({ id: 'map', args: { args: { path: 'a' } } })).toEqual({ args: { path: 'a' } });
    expect(await received({ id: 'read_file', args: { args: { path: 'a' } } })).toEqual({ args: { path: 'a' } });
  });

  it('has a configurable name, and the default one is then free', async () => {
    const session = new FakeSession({ tools: [...tools, fakeTool('openclaw:x:tool_call')] });
    const surface = fakeSurface({ controlNames: { call: 'dispatch_action' } });
    await surface.call('dispatch_action', { id: 'tool_call', args: { a: 1 } }, session);
    expect(session.calls.map((call) => call.id)).toEqual(['openclaw:x:tool_call']);
    await expect(surface.call('tool_call', {}, session)).rejects.toMatchObject({ code: 'ERR_TOOL_INPUT' });
    await expect(surface.call('dispatch_action', { id: 'nope' }, session)).rejects.toMatchObject({
      hint: expect.stringContaining('dispatch_action'),
    });
  });
});
