import { unwrapControlCall } from './unwrap-control-call.js';

const wrap = (calls: unknown) => unwrapControlCall({ name: 'tool_call', arguments: { calls } });

describe('unwrapControlCall', () => {
  it('shows the tool that will run, with its arguments [hermes:14.9]', () => {
    expect(wrap([{ name: 'mcp__a__b', arguments: '{"x":1}' }])).toEqual({ name: 'mcp__a__b', arguments: { x: 1 } });
    expect(unwrapControlCall({ name: 'tool_call', arguments: '{"name":"x","arguments":{}}' })).toEqual({ name: 'x', arguments: {} });
  });

  it('leaves other calls as they are', () => {
    expect(unwrapControlCall({ name: 'terminal', arguments: { c: 1 } })).toEqual({ name: 'terminal', arguments: { c: 1 } });
    expect(unwrapControlCall({ name: 'tool_search', arguments: '{"queries":[]}' })).toEqual({
      name: 'tool_search',
      arguments: { queries: [] },
    });
    expect(unwrapControlCall({ name: 'x', arguments: undefined })).toEqual({ name: 'x', arguments: {} });
    expect(unwrapControlCall({ name: 'x', arguments: '{' })).toEqual({ name: 'x', arguments: undefined });
  });

  it('gives a batch of connectors the name of the whole [hermes:8.15] [hermes:case-79]', () => {
    const calls = [{ name: 'connectors__gmail__SEND', arguments: { to: 'a' } }];
    expect(wrap(calls)).toEqual({ name: 'connectors__execute', arguments: { calls }, calls });
    expect(unwrapControlCall({ name: 'tool_call', arguments: calls[0] })).toEqual({
      name: 'connectors__execute',
      arguments: { calls },
      calls,
    });
  });

  it('keeps the name of the wrapper where nothing can run, and says why [hermes:9.8]', () => {
    expect(wrap([])).toMatchObject({ name: 'tool_call', error: expect.stringContaining('non-empty') as string });
    const two = [{ name: 'a' }, { name: 'b' }];
    expect(wrap(two)).toMatchObject({ name: 'tool_call', error: expect.stringContaining('you sent 2') as string });
    expect(unwrapControlCall({ name: 'tool_call', arguments: { calls: two } }, { localBatches: true })).toMatchObject({
      name: 'tool_call',
      calls: [
        { name: 'a', arguments: {} },
        { name: 'b', arguments: {} },
      ],
    });
  });
});
