import { memoryRuntime } from '../../test/fixtures/memory-runtime.js';
import { objectSchema, toWireTools } from './wire-tools.js';

describe('toWireTools', () => {
  it('lists exactly the tools of the run, in its order', async () => {
    const run = await memoryRuntime([{ name: 'zeta' }, { name: 'alpha' }, { name: 'Mid' }]).startRun();
    expect(toWireTools(run).map((tool) => tool.name)).toEqual(['zeta', 'alpha', 'Mid']);
  });

  it('shows output schema and annotations of direct tools, and of controls what the surface says alone', async () => {
    const outputSchema = { type: 'object' };
    const run = await memoryRuntime([
      { name: 'direct', outputSchema, annotations: { readOnlyHint: true } },
      { name: 'tool_search', control: true, outputSchema, annotations: { readOnlyHint: true } },
    ]).startRun();
    expect(toWireTools(run)).toEqual([
      { name: 'direct', description: '', inputSchema: { type: 'object' }, outputSchema, annotations: { readOnlyHint: true } },
      { name: 'tool_search', description: '', inputSchema: { type: 'object' } },
    ]);
  });

  it('keeps a schema as it is and gives only a rootless one the type that MCP demands', () => {
    const schema = { type: 'object', properties: { a: { $ref: '#/$defs/a' } }, $defs: { a: { type: 'string' } }, 'x-order': [1] } as const;
    expect(objectSchema(schema)).toBe(schema);
    expect(objectSchema({ anyOf: [{ required: ['a'] }] })).toEqual({ anyOf: [{ required: ['a'] }], type: 'object' });
    expect(objectSchema(true)).toEqual({ type: 'object' });
    expect(objectSchema({ type: ['object', 'null'] })).toEqual({ type: 'object' });
  });
});
