import { FakeSession } from './test-support/fake-session.js';
import { fakeSurface, jsonOf } from './test-support/fake-surface.js';
import { fakeTool } from './test-support/fake-view.js';

describe('OpenclawSurface', () => {
  it('finds, describes and calls a tool', async () => {
    const session = new FakeSession({ tools: [fakeTool('openclaw:crm:find_customer', { description: 'Find a customer.' })] });
    const surface = fakeSurface();
    const found = jsonOf<{ id: string }[]>(await surface.call('tool_search', { query: 'customer' }, session));
    expect(found.map((candidate) => candidate.id)).toEqual(['openclaw:crm:find_customer']);
    const described = jsonOf<{ parameters: unknown }>(await surface.call('tool_describe', { id: 'find_customer' }, session));
    expect(described.parameters).toEqual({ type: 'object', properties: {} });
    const called = jsonOf(await surface.call('tool_call', { id: 'find_customer', args: { name: 'Ada' } }, session));
    expect(called).toEqual({
      tool: { id: 'openclaw:crm:find_customer', name: 'find_customer', source: 'openclaw' },
      result: { content: [{ type: 'text', text: 'done' }], details: { name: 'Ada' } },
    });
  });
});
