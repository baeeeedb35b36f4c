import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import {
  approval,
  canonicalJson,
  collectSchemaTexts,
  definePlugin,
  deny,
  errorAnswer,
  errorTable,
  everyTool,
  freezeJson,
  hookNames,
  isSourceQuestion,
  isApprovalDecision,
  isDenial,
  isPlugin,
  linkedController,
  matchPattern,
  matchTool,
  reasonOf,
  RunSlot,
  settledWithin,
  ToolrackError,
  untilAborted,
  withTimeout,
  type JsonValue,
  type RunContext,
} from './index.js';

describe('error codes', () => {
  const document = readFileSync(new URL('../../../docs/reference/errors.md', import.meta.url), 'utf8');
  const rows = new Map(
    [...document.matchAll(/^\| `(ERR_[A-Z_]+)` \| ([a-z-]+) \| (.+?) \| (.+?) \|$/gmu)].map((match) => [match[1], match.slice(2)]),
  );

  it.each(Object.entries(errorTable))('%s stands in the reference as it stands in the table', (code, row) => {
    expect(rows.get(code)).toEqual([row.kind, row.when, row.action]);
  });

  it('the reference lists no code that does not exist', () => {
    expect([...rows.keys()].filter((code) => !(String(code) in errorTable))).toEqual([]);
  });
});

describe('reference of hooks and events', () => {
  const page = (name: string): string => readFileSync(new URL(`../../../docs/reference/${name}.md`, import.meta.url), 'utf8');

  it('has a row for every hook and for no other', () => {
    const rows = [...page('hooks').matchAll(/^\| `(\w+)`/gmu)].map((match) => match[1]);
    expect(rows.filter((row) => (hookNames as readonly (string | undefined)[]).includes(row)).sort()).toEqual([...hookNames].sort());
  });

  it('has a row for every event that the contract names', () => {
    const declared = [...readFileSync(new URL('./events.ts', import.meta.url), 'utf8').matchAll(/^ {2}'(\w+:\w+)'/gmu)].map(
      (match) => match[1],
    );
    const rows = [...page('events').matchAll(/^\| `(\w+:\w+)`/gmu)].map((match) => match[1]);
    expect(rows.sort()).toEqual(declared.sort());
  });
});

describe('ToolrackError', () => {
  it('is recognised by its brand, also when it comes from another copy of the package', () => {
    const foreign = Object.defineProperty(new Error('x'), Symbol.for('@toolrack/contracts/ToolrackError'), { value: true });
    expect([
      ToolrackError.is(new ToolrackError('ERR_PROTOCOL', 'x')),
      ToolrackError.is(foreign),
      ToolrackError.is(new Error('x')),
      ToolrackError.is(undefined),
    ]).toEqual([true, true, false, false]);
  });

  it('keeps the operator text from models where a model text is given', () => {
    const error = new ToolrackError('ERR_CALL_FAILED', 'connect to 10.0.0.7 failed', {
      modelText: 'The server is down.',
      hint: 'Try later.',
      toolId: 'a:b:c',
    });
    expect(error.toModelText()).toBe('The server is down. Try later.');
    expect(errorAnswer(error)).toEqual({
      content: [{ type: 'text', text: 'The server is down. Try later.' }],
      details: {
        error: {
          code: 'ERR_CALL_FAILED',
          kind: 'tool-failed',
          message: 'The server is down. Try later.',
          hint: 'Try later.',
          toolId: 'a:b:c',
        },
      },
      isError: true,
    });
  });

  it('carries the JSON-RPC error of a server in the structured form of a failed call, and nothing else of the fields', () => {
    const rpcData = { requiredCapabilities: { sampling: {} } };
    const fields = { rpcCode: -32021, rpcData, server: 's' };
    expect(errorAnswer(new ToolrackError('ERR_CALL_FAILED', 'Refused.', { fields })).details).toEqual({
      error: { code: 'ERR_CALL_FAILED', kind: 'tool-failed', message: 'Refused.', rpcCode: -32021, rpcData },
    });
    const odd = new ToolrackError('ERR_CALL_FAILED', 'Refused.', { fields: { rpcCode: '1', rpcData: [] } });
    expect(errorAnswer(odd).details).toEqual({ error: { code: 'ERR_CALL_FAILED', kind: 'tool-failed', message: 'Refused.' } });
  });

  it('reads the words of anything thrown without throwing', () => {
    const hostile = {
      get message(): string {
        throw new Error('no');
      },
    };
    expect([reasonOf(new Error('a')), reasonOf('b'), reasonOf(undefined), reasonOf(hostile)]).toEqual([
      'a',
      'b',
      'undefined',
      'unreadable error',
    ]);
    expect(reasonOf(new Error('x'.repeat(5000))).length).toBe(2001);
  });
});

describe('patterns', () => {
  it('match like the regular expression that the star stands for', () => {
    const piece = fc.stringMatching(/^[a-c:*]{0,8}$/u);
    fc.assert(
      fc.property(piece, fc.stringMatching(/^[a-c:]{0,10}$/u), (pattern, text) => {
        const expected = new RegExp(`^${pattern.replaceAll('*', '.*')}$`, 'u').test(text);
        expect(matchPattern(pattern, text)).toBe(expected);
      }),
    );
  });

  it('take linear time on a pattern that would blow up a backtracking matcher', () => {
    const started = performance.now();
    expect(matchPattern(`${'a*'.repeat(60)}b`, 'a'.repeat(5000))).toBe(false);
    expect(performance.now() - started).toBeLessThan(200);
  });

  it('without a colon match names too', () => {
    const tool = { id: 'mcp:github:merge_pull', name: 'merge_pull' };
    expect([matchTool('merge_*', tool), matchTool('mcp:github:*', tool), matchTool('mcp:merge_*', tool), matchTool('*', tool)]).toEqual([
      true,
      true,
      false,
      true,
    ]);
  });
});

describe('JSON helpers', () => {
  it('freezeJson copies as JSON.stringify would, deeply frozen', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const copy = freezeJson(value);
        expect(copy).toEqual(JSON.parse(JSON.stringify(value)));
        expect(typeof copy !== 'object' || copy === null || Object.isFrozen(copy)).toBe(true);
      }),
    );
  });

  it('freezeJson refuses cycles, big integers and floods, and makes __proto__ a plain key', () => {
    const cycle: Record<string, unknown> = {};
    cycle['self'] = cycle;
    expect(() => freezeJson(cycle)).toThrow('cyclic');
    expect(() => freezeJson({ big: 1n })).toThrow('big integer');
    expect(() => freezeJson(Array.from({ length: 500_001 }, () => 0))).toThrow('values');
    const copy = freezeJson(JSON.parse('{"__proto__":{"x":1}}')) as { x?: number };
    expect([copy.x, JSON.stringify(copy)]).toEqual([undefined, '{"__proto__":{"x":1}}']);
  });

  it('canonicalJson does not depend on key order', () => {
    const shuffle = (value: JsonValue): JsonValue =>
      Array.isArray(value)
        ? (value as JsonValue[]).map(shuffle)
        : typeof value === 'object' && value !== null
          ? Object.fromEntries(
              Object.entries(value)
                .reverse()
                .map(([key, member]) => [key, shuffle(member as JsonValue)]),
            )
          : value;
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: true }), (value) =>
        expect(canonicalJson(shuffle(value as JsonValue))).toBe(canonicalJson(value as JsonValue)),
      ),
    );
  });

  it('collectSchemaTexts goes through properties, items, tuples and branches, bounded in depth', () => {
    const schema = {
      description: 'root',
      properties: { a: { description: 'A', items: [{ properties: { b: {} } }] } },
      anyOf: [{ properties: { c: { description: 'C' } } }],
    };
    expect(collectSchemaTexts(schema).map(({ name, description }) => `${name}=${description}`)).toEqual(['=root', 'a=A', 'b=', 'c=C']);
    const cycle: Record<string, unknown> = { properties: {} };
    (cycle['properties'] as Record<string, unknown>)['again'] = cycle;
    expect(collectSchemaTexts(cycle as never)).toHaveLength(4);
    expect(collectSchemaTexts(true)).toEqual([]);
  });
});

describe('brands', () => {
  it('tell denials, decisions and plugins from look-alikes', () => {
    const plugin = definePlugin({ name: 'p', version: '1.0.0', api: '^1', apply: () => undefined })();
    expect([isDenial(deny('x')), isDenial({ reason: 'x', isPublic: false })]).toEqual([true, false]);
    expect([isApprovalDecision(approval('deny')), isApprovalDecision({ decision: 'allow' })]).toEqual([true, false]);
    expect([isPlugin(plugin), isPlugin({ ...plugin })]).toEqual([true, false]);
    expect(plugin).toMatchObject({ critical: true, requires: [], options: {} });
  });

  it('hookNames lists every hook once', () => {
    expect(new Set(hookNames).size).toBe(16);
  });
});

describe('time helpers', () => {
  it('withTimeout answers, rejects in time and leaves no timer behind', async () => {
    await expect(withTimeout(Promise.resolve(1), 1000, () => new Error('late'))).resolves.toBe(1);
    await expect(withTimeout(new Promise(() => undefined), 5, () => new Error('late'))).rejects.toThrow('late');
    expect([await settledWithin(Promise.reject(new Error('x')), 1000), await settledWithin(new Promise(() => undefined), 5)]).toEqual([
      true,
      false,
    ]);
  });

  it('linkedController follows any of its signals until it is released', () => {
    const [one, two] = [new AbortController(), new AbortController()];
    const linked = linkedController(one.signal, undefined, two.signal);
    two.abort('why');
    expect([linked.controller.signal.aborted, linked.controller.signal.reason]).toEqual([true, 'why']);
    const released = linkedController(one.signal);
    released.release();
    one.abort();
    expect(released.controller.signal.aborted).toBe(false);
    expect(linkedController(one.signal).controller.signal.aborted).toBe(true);
  });

  it('untilAborted prefers the abort', async () => {
    await expect(untilAborted(Promise.resolve(1), new AbortController().signal)).resolves.toBe(1);
    await expect(untilAborted(new Promise(() => undefined), AbortSignal.abort(new Error('stop')))).rejects.toThrow('stop');
  });

  it('RunSlot keeps one value for each run', () => {
    const slot = new RunSlot<{ count: number }>(() => ({ count: 0 }));
    const [a, b] = [{} as RunContext, {} as RunContext];
    slot.get(a).count++;
    expect([slot.get(a).count, slot.get(b).count]).toEqual([1, 0]);
    slot.set(b, { count: 9 });
    expect(slot.get(b).count).toBe(9);
  });

  it('a question about a tool is told from one about its source without working out the digest of its definition', () => {
    const tool = {
      name: 'read',
      get digest(): string {
        throw new Error('worked out');
      },
    };
    expect(isSourceQuestion(tool)).toBe(false);
    expect(isSourceQuestion({ name: everyTool, digest: '' })).toBe(true);
    expect(isSourceQuestion({ name: everyTool, digest: 'd' })).toBe(false);
  });
});
