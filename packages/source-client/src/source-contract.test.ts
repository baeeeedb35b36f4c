import { testToolSource, throwingSchema } from '@toolrack/testkit';

import { createClientToolSource } from './index.js';

testToolSource({
  name: 'the tools of a client',
  create: () =>
    createClientToolSource({
      tools: [{ name: 'pick' }, { name: 'broken' }, { name: 'slow' }],
      call: async ({ name, signal }) => {
        if (name === 'slow') await new Promise((resolve) => signal.addEventListener('abort', resolve));
        return { content: [{ type: 'text', text: name }], ...(name === 'broken' ? { isError: true } : {}) };
      },
    }),
  calls: {
    success: { tool: 'pick', arguments: { from: 'list' } },
    failure: { tool: 'broken', arguments: {} },
    slow: { tool: 'slow', arguments: {} },
  },
});

describe('the schemas of a client', () => {
  it('are not touched by listing', async () => {
    const { schema, touches } = throwingSchema();
    const source = createClientToolSource({
      tools: [{ name: 'pick', inputSchema: schema, outputSchema: schema }],
      call: async () => ({ content: [] }),
    });
    const { tools } = await source.list({ signal: new AbortController().signal });
    expect(Object.is(tools[0]?.inputSchema, schema)).toBe(true);
    expect(touches).toEqual([]);
  });
});
