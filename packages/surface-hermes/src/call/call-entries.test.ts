import fc from 'fast-check';
import { callEntries } from './call-entries.js';
import { localBatchError, restatedCall } from './batch-error.js';

const entries = (input: unknown) => {
  const read = callEntries(input);
  return 'error' in read ? read.error : read.entries;
};
const one = [{ name: 'x', arguments: { a: 1 } }];

describe('callEntries', () => {
  it.each([
    [{ calls: [{ name: 'x', arguments: { a: 1 } }] }],
    [{ calls: { name: 'x', arguments: { a: 1 } } }],
    [{ calls: '[{"name":"x","arguments":{"a":1}}]' }],
    [{ calls: '{"name":"x","arguments":{"a":1}}' }],
    [{ calls: '{"calls":[{"name":"x","arguments":{"a":1}}]}' }],
    [{ name: 'x', arguments: { a: 1 } }],
    [{ name: ' x ', arguments: '{"a":1}' }],
    [{ calls: null, name: 'x', arguments: { a: 1 } }],
    [[{ name: 'x', arguments: { a: 1 } }]],
    ['{"calls":[{"name":"x","arguments":{"a":1}}]}'],
    [{ calls: [{ name: 'x', args: { a: 1 } }] }],
    [{ calls: [{ name: 'x', a: 1 }] }],
  ])('reads one call from %j [hermes:8.1] [hermes:8.2] [hermes:14.8] [hermes:case-79]', (input) => {
    expect(entries(input)).toEqual(one);
  });

  it('takes blank arguments for none and makes names strings [hermes:8.2] [hermes:case-86]', () => {
    for (const given of ['', '  ', null, undefined, '{}', {}, 'null']) {
      expect(entries({ calls: [{ name: 'x', arguments: given }] })).toEqual([{ name: 'x', arguments: {} }]);
    }
    expect(entries({ calls: [{ name: 7, arguments: {} }] })).toEqual([{ name: '7', arguments: {} }]);
  });

  it.each([
    [{}, /^calls is required: an array/u],
    [undefined, /^calls is required/u],
    [{ name: ' ' }, /^calls is required/u],
    [{ calls: 'nope' }, /^calls is a string that is not valid JSON/u],
    [{ calls: '' }, /^calls is a string that is not valid JSON/u],
    [{ calls: [] }, /^calls must be a non-empty array/u],
    [{ calls: 42 }, /^calls must be a non-empty array/u],
    [{ calls: '[]' }, /^calls must be a non-empty array/u],
    [{ calls: '42' }, /^calls must be a non-empty array/u],
    [{ calls: 'null' }, /^calls must be a non-empty array/u],
    [{ calls: ['x'] }, /^calls\[0\] must be an object/u],
    [{ calls: [{ name: 'x' }, null] }, /^calls\[1\] must be an object/u],
    [{ calls: [{ arguments: {} }] }, /^calls\[0\] has no name/u],
    [{ calls: {} }, /^calls\[0\] has no name/u],
    [{ calls: '{"arguments":{}}' }, /^calls\[0\] has no name/u],
    [{ calls: [{ name: 'tool_search', arguments: {} }] }, /^calls\[0\] names tool_search, which cannot be invoked through tool_call/u],
    [{ name: 'tool_call', arguments: {} }, /^calls\[0\] names tool_call/u],
    [{ calls: [{ name: 'x' }, { name: 'y', arguments: '{broken' }] }, /^The arguments of calls\[1\] are a string that is not valid JSON/u],
    [{ calls: [{ name: 'x', arguments: 42 }] }, /^The arguments of calls\[0\] must be an object/u],
    [{ calls: [{ name: 'x', arguments: [1] }] }, /^The arguments of calls\[0\] must be an object/u],
    [{ calls: [{ name: 'x', arguments: '[1]' }] }, /^The arguments of calls\[0\] must be an object/u],
    ['{"calls":', /^The arguments of tool_call are a string that is not valid JSON/u],
  ])(
    'refuses %j [hermes:8.3] [hermes:8.4] [hermes:8.5] [hermes:8.6] [hermes:8.7] [hermes:8.8] [hermes:8.9] [hermes:8.10] [hermes:case-85]',
    (input, expected) => {
      expect(entries(input)).toMatch(expected);
    },
  );

  it('checks entry by entry, an entry before its arguments', () => {
    expect(entries({ calls: [{ name: 'x', arguments: 5 }, 'y'] })).toMatch(/calls\[0\] must be an object\.$/u);
    expect(entries({ calls: [{ arguments: 5 }] })).toMatch(/no name/u);
  });

  it('says when JSON was cut off [hermes:14.4]', () => {
    expect(entries({ calls: '[{"name":"x","arguments":{"a":1' })).toMatch(/cut off: 3 brackets at its end is not closed/u);
    expect(entries({ calls: '[{"name":"x","arguments":{"a":"long te' })).toMatch(/cut off: a string/u);
    expect(entries({ calls: '[{"name":"x",}]' })).not.toContain('cut off');
  });

  it('never throws and answers entries or an error for anything', () => {
    const key = fc.constantFrom('calls', 'name', 'arguments', 'args', 'x');
    const value = fc.oneof(fc.jsonValue(), fc.constantFrom('[', '{"name":"x"}', 'tool_call', '[{"name":"x","arguments":"{}"}]'));
    const input = fc.oneof(value, fc.dictionary(key, fc.oneof(value, fc.dictionary(key, value), fc.array(fc.dictionary(key, value)))));
    fc.assert(
      fc.property(input, (given) => {
        const read = callEntries(given);
        if ('error' in read) expect(read.error).toMatch(/./u);
        else
          expect(read.entries.every(({ name, arguments: own }) => name.trim() === name && name !== '' && typeof own === 'object')).toBe(
            true,
          );
      }),
      { numRuns: 500 },
    );
  });
});

describe('a batch with a local entry', () => {
  const two = [
    { name: 'mcp__a__b', arguments: { path: 'x "quoted"' } },
    { name: 'mcp__a__c', arguments: {} },
  ];

  it('is answered with the valid payload from its own first entry [hermes:8.11] [hermes:case-80] [hermes:case-119]', () => {
    const text = localBatchError(two);
    expect(text).toMatch(/exactly one entry per tool_call; you sent 2, so nothing ran/u);
    const payload = /\{"calls".*\}\]\}/u.exec(text)?.[0] ?? '';
    expect(JSON.parse(payload)).toEqual({ calls: [two[0]] });
    expect(text).toMatch(/the other one as a separate tool_call\. Only connectors__ names can be batched\.$/u);
    expect(localBatchError([...two, ...two])).toContain('the remaining 3 as separate');
  });

  it('has long arguments replaced [hermes:8.12]', () => {
    const of = (length: number) => ({ name: 'x', arguments: { a: 'y'.repeat(length) } });
    expect(restatedCall(of(1500 - 8))).toContain('yyyy');
    const long = JSON.parse(restatedCall(of(1501 - 8))) as unknown;
    expect(long).toEqual({ calls: [{ name: 'x', arguments: expect.stringContaining('your first entry') as string }] });
  });
});
