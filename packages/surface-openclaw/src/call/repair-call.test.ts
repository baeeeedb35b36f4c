import { ToolrackError } from '@toolrack/contracts';
import fc from 'fast-check';
import { repairCall } from './repair-call.js';

const target = 'openclaw:demo:inspect_resource';
const ids: Readonly<Record<string, readonly string[]>> = {
  [target]: [target],
  inspect_resource: [target],
  read: ['openclaw:core:read'],
  'openclaw:core:read': ['openclaw:core:read'],
  dup: ['openclaw:a:dup', 'openclaw:b:dup'],
  'openclaw:a:dup': ['openclaw:a:dup'],
};
const match = (text: string): readonly string[] => (Object.hasOwn(ids, text) ? (ids[text] as readonly string[]) : []);
const repair = (input: unknown) => repairCall(input, match);
const refusal = (input: unknown): string => {
  try {
    repair(input);
  } catch (error) {
    if (ToolrackError.is(error) && error.code === 'ERR_TOOL_INPUT') return error.message;
    throw error;
  }
  return 'accepted';
};

/** Every key anywhere in a value, also inside strings of JSON. */
function keysIn(value: unknown): ReadonlySet<string> {
  if (typeof value === 'string') {
    try {
      const parsed: unknown = JSON.parse(value);
      return typeof parsed === 'object' ? keysIn(parsed) : new Set();
    } catch {
      return new Set();
    }
  }
  if (typeof value !== 'object' || value === null) return new Set();
  return new Set([...Object.keys(value), ...Object.values(value).flatMap((child) => [...keysIn(child)])]);
}

describe('repairCall', () => {
  it('takes fields beside the selector as the input [openclaw:case-107] [openclaw:17.2]', () => {
    expect(repair({ id: 'inspect_resource', command: 'ls', timeout: 5 })).toEqual({
      reference: 'inspect_resource',
      input: { command: 'ls', timeout: 5 },
    });
  });

  it('reads dotted keys, which fields beside the selector beat [openclaw:case-109] [openclaw:17.0]', () => {
    expect(repair({ id: target, 'args.command': 'a', 'args.limit': 4, command: 'b' })).toEqual({
      reference: target,
      input: { command: 'b', limit: 4 },
    });
    expect(repair({ id: target, 'args.': 1, 'args.a.b': 2 }).input).toEqual({ 'args.': 1, 'a.b': 2 });
  });

  it('keeps an id of the target beside toolId [openclaw:case-110]', () => {
    expect(repair({ toolId: target, id: 'res-1' })).toEqual({ reference: target, input: { id: 'res-1' } });
  });

  it('keeps an id of the target beside name [openclaw:case-112]', () => {
    expect(repair({ name: 'inspect_resource', id: 'res-1', command: 'ls' })).toEqual({
      reference: 'inspect_resource',
      input: { id: 'res-1', command: 'ls' },
    });
  });

  it('lets nested args beat all else, with dotted keys for what they leave open [openclaw:case-113] [openclaw:17.1] [openclaw:17.4]', () => {
    expect(repair({ id: target, args: { command: 'a' }, input: { x: 1 }, command: 'b', 'args.command': 'c', 'args.limit': 4 })).toEqual({
      reference: target,
      input: { command: 'a', limit: 4 },
    });
    expect(repair({ id: target, args: null, input: { x: 1 }, command: 'b' }).input).toEqual({ x: 1 });
  });

  it('sees through null wrappers [openclaw:case-115]', () => {
    expect(repair({ id: target, args: null, input: null, command: 'ls' }).input).toEqual({ command: 'ls' });
  });

  it('sees through empty wrappers beside fields [openclaw:case-116]', () => {
    expect(repair({ id: target, args: {}, command: 'ls' }).input).toEqual({ command: 'ls' });
    expect(repair({ id: target, input: {}, command: 'ls' }).input).toEqual({ command: 'ls' });
    expect(repair({ id: target, args: {}, 'args.command': 'ls' }).input).toEqual({ command: 'ls' });
  });

  it('keeps a filled input beside empty args', () => {
    expect(repair({ id: target, args: {}, input: { command: 'ls' } }).input).toEqual({ command: 'ls' });
    expect(repair({ id: target, args: '', input: { command: 'ls' } }).input).toEqual({ command: 'ls' });
  });

  it('takes empty args alone for no arguments [openclaw:case-118]', () => {
    expect(repair({ id: target, args: {} }).input).toEqual({});
    expect(repair({ id: target }).input).toEqual({});
  });

  it('drops selectors that say the same twice [openclaw:case-119]', () => {
    expect(repair({ id: target, name: 'inspect_resource', toolId: target })).toEqual({ reference: target, input: {} });
  });

  it('refuses a name that two tools share [openclaw:case-121]', () => {
    expect(refusal({ name: 'dup', command: 'ls' })).toContain('Ambiguous tool selectors');
    expect(refusal({ id: 'openclaw:a:dup', name: 'dup' })).toContain('nest its arguments under args');
    expect(refusal({ id: 'dup' })).toContain('"openclaw:b:dup"');
  });

  it('takes the id when the arguments are nested [openclaw:case-122]', () => {
    expect(repair({ id: 'openclaw:a:dup', name: 'dup', args: { a: 1 } })).toEqual({
      reference: 'openclaw:a:dup',
      input: { a: 1 },
    });
  });

  it('refuses selectors of two tools beside flattened fields [openclaw:17.2]', () => {
    expect(refusal({ id: target, name: 'read' })).toContain('Ambiguous tool selectors');
    expect(repair({ id: target, args: { name: 'read' } }).input).toEqual({ name: 'read' });
  });

  it('takes the first selector when none names a tool [openclaw:17.2]', () => {
    expect(repair({ id: null, toolId: 'nope', name: 'n', x: 1 })).toEqual({ reference: 'nope', input: { id: null, name: 'n', x: 1 } });
    expect(repair({ id: ' read ', x: 1 })).toEqual({ reference: ' read ', input: { x: 1 } });
  });

  it('wants a selector that is a non-blank string [openclaw:17.3]', () => {
    for (const input of [{}, { id: '' }, { id: ' ' }, { id: 7, args: { a: 1 } }, { args: { a: 1 } }, undefined, 'x', []]) {
      expect(refusal(input)).toContain('id must be a non-blank string');
    }
  });

  it('leaves nested values that are no object to the validation of the target [openclaw:17.5]', () => {
    expect(repair({ id: target, args: [1] })).toEqual({ reference: target, input: [1] });
    expect(repair({ id: target, args: 'null' }).input).toBe('null');
    expect(repair({ id: target, args: '"text"' }).input).toBe('"text"');
    expect(repair({ id: target, args: '{"broken' }).input).toBe('{"broken');
  });

  it('parses arguments that came as a string of JSON', () => {
    expect(repair({ id: target, args: '{"path":"a.txt","limit":5}' }).input).toEqual({ path: 'a.txt', limit: 5 });
    expect(repair({ id: target, input: ' {"path":"a.txt"}' }).input).toEqual({ path: 'a.txt' });
    expect(repair(JSON.stringify({ id: target, args: { a: 1 } }))).toEqual({ reference: target, input: { a: 1 } });
    expect(repair({ id: target, args: '{}', command: 'ls' }).input).toEqual({ command: 'ls' });
  });

  it('lifts a call that was wrapped once more', () => {
    const expected = { reference: target, input: { path: 'a' } };
    expect(repair({ args: { id: target, args: { path: 'a' } } })).toEqual(expected);
    expect(repair({ input: { toolId: target, path: 'a' } })).toEqual(expected);
    expect(repair({ args: { id: target }, path: 'a' })).toEqual(expected);
  });

  it('understands one call of a list and shows the first of several', () => {
    const call = { name: 'read', arguments: { path: 'a.txt' } };
    expect(repair({ calls: [call] })).toEqual({ reference: 'read', input: { path: 'a.txt' } });
    expect(repair({ calls: JSON.stringify([call]) })).toEqual({ reference: 'read', input: { path: 'a.txt' } });
    expect(repair({ calls: [{ id: 'read', args: '{"path":"a.txt"}' }] }).input).toEqual({ path: 'a.txt' });
    const message = refusal({ calls: [call, { name: 'read', arguments: { path: 'b.txt' } }] });
    for (const part of ['2 were given', '"id": "read"', 'a.txt']) expect(message).toContain(part);
    expect(refusal({ calls: 'x' })).toContain('id must be');
    expect(refusal({ calls: [] })).toContain('id must be');
  });

  it('repairs or refuses any JSON and never invents a field', () => {
    const key = fc.constantFrom('id', 'toolId', 'name', 'args', 'input', 'args.x', 'args.', 'command', 'calls');
    const value = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom(...Object.keys(ids)),
      fc.dictionary(fc.constantFrom('id', 'command', 'args'), fc.jsonValue()),
    );
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.dictionary(key, value)), (input) => {
        if (refusal(input) !== 'accepted') return;
        const { reference, input: repaired } = repair(input);
        expect(reference.trim()).not.toBe('');
        if (typeof repaired !== 'object' || repaired === null || Array.isArray(repaired)) return;
        const known = keysIn(input);
        for (const name of Object.keys(repaired)) expect(known.has(name) || known.has(`args.${name}`)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it('finds the arguments of a call in every place where models put them', () => {
    const fields = fc.dictionary(
      fc.stringMatching(/^[b-z]{1,8}$/).filter((name) => !['id', 'name', 'input'].includes(name)),
      fc.jsonValue(),
      { minKeys: 1 },
    );
    fc.assert(
      fc.property(fields, (generated) => {
        const args = JSON.parse(JSON.stringify(generated)) as typeof generated;
        const dotted = Object.fromEntries(Object.entries(args).map(([name, value]) => [`args.${name}`, value]));
        const shapes = [
          { id: target, args },
          { id: target, input: args },
          { id: target, args: JSON.stringify(args) },
          { id: target, args: {}, input: args },
          { id: target, ...args },
          { id: target, ...dotted },
          { args: { id: target, args } },
        ];
        for (const shape of shapes) expect(repair(shape)).toEqual({ reference: target, input: args });
      }),
    );
  });
});
