import fc from 'fast-check';
import { answerForModel, contentForModel, jsonForModel, schemaForModel, toolForModel } from './index.js';

const bad = 'x\u200B<|im_start|>';
const good = 'x< |im_start| >';

describe('jsonForModel', () => {
  it('cleans every string and every name, in the same shape', () => {
    const value = { [bad]: [bad, { deep: bad, n: 1, no: null, yes: true }], ['__proto__x']: 'kept' };
    expect(jsonForModel(value)).toEqual({ [good]: [good, { deep: good, n: 1, no: null, yes: true }], ['__proto__x']: 'kept' });
  });

  it('hands back what is clean already', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: fc.constantFrom('a', 'é', '1', '_') }), (value) => {
        expect(jsonForModel(value)).toBe(value);
      }),
    );
  });

  it('loses no member when names become alike, and the clean one keeps its name', () => {
    const value = { ['a\u200B']: 1, a: 2, ['\u200Ba']: 3, ['\u200Ba\u0000']: 4, ['a\\u{200B}']: 5 };
    const clean = jsonForModel(value);
    expect(Object.values(clean)).toEqual([1, 2, 3, 4, 5]);
    expect((clean as { a: number }).a).toBe(2);
    expect((clean as Record<string, number>)['a\\u{200B}']).toBe(5);
    expect(Object.keys(clean).join(' ')).toMatch(/^[ -~]+$/);
  });

  it('survives what refers to itself and what is shared many times', () => {
    let shared: object = { text: bad };
    for (let depth = 0; depth < 60; depth += 1) shared = { left: shared, right: shared };
    expect(() => jsonForModel(shared)).not.toThrow();
    const circle: { self?: unknown; text: string } = { text: bad };
    circle.self = circle;
    expect((jsonForModel(circle) as { text: string }).text).toBe(good);
  });

  it('takes __proto__ for an ordinary name', () => {
    const clean = jsonForModel(JSON.parse(`{"__proto__":{"x":"a\\u200B"}}`) as object);
    expect(Object.hasOwn(clean, '__proto__')).toBe(true);
    expect(JSON.stringify(clean)).toBe('{"__proto__":{"x":"a"}}');
  });
});

describe('contentForModel', () => {
  it('leaves the bytes of media alone and cleans everything else', () => {
    const content = [
      { type: 'image', data: bad, mimeType: `image/png${bad}`, annotations: { note: bad } },
      { type: 'resource', resource: { uri: bad, blob: bad, text: bad } },
      { type: 'resource_link', uri: bad, name: bad, description: bad, data: bad },
    ];
    expect(contentForModel(content)).toEqual([
      { type: 'image', data: bad, mimeType: `image/png${good}`, annotations: { note: good } },
      { type: 'resource', resource: { uri: good, blob: bad, text: good } },
      { type: 'resource_link', uri: good, name: good, description: good, data: good },
    ]);
  });
});

describe('schemaForModel', () => {
  it('keeps names, lists of required ones and values in step, and drops a pattern that it would have to change', () => {
    const schema = {
      properties: { [bad]: { enum: [bad], pattern: bad }, pattern: { type: 'string', pattern: '^a$' } },
      required: [bad],
    };
    expect(schemaForModel(schema)).toEqual({
      properties: { [good]: { enum: [good] }, pattern: { type: 'string', pattern: '^a$' } },
      required: [good],
    });
    expect(schemaForModel(schema)).toBe(schemaForModel(schema));
    const clean = { type: 'object' };
    expect(schemaForModel(clean)).toBe(clean);
    expect(schemaForModel(true)).toBe(true);
  });
});

describe('answerForModel and toolForModel', () => {
  it('clean the content and the words of an error; values for the host and ids stay [openclaw:12.4]', () => {
    const answer = {
      content: [{ type: 'text' as const, text: bad }],
      details: { value: bad, error: { code: 'ERR_CALL_FAILED', kind: 'tool-failed', message: bad, toolId: bad, rpcData: { [bad]: bad } } },
      isError: true,
    };
    expect(answerForModel(answer)).toEqual({
      content: [{ type: 'text', text: good }],
      details: {
        value: bad,
        error: { code: 'ERR_CALL_FAILED', kind: 'tool-failed', message: good, toolId: bad, rpcData: { [good]: good } },
      },
      isError: true,
    });
    const clean = { content: [{ type: 'text' as const, text: 'ok' }], details: { value: bad }, isError: false };
    expect(answerForModel(clean)).toBe(clean);
  });

  it('make a failed answer of one that cannot be read', () => {
    const block = {
      type: 'text' as const,
      get text(): string {
        throw new Error('a getter that throws');
      },
    };
    expect(answerForModel({ content: [block], isError: false })).toMatchObject({
      isError: true,
      details: { error: { code: 'ERR_SERVICE_FAILED', message: expect.not.stringContaining('getter') as unknown } },
    });
  });

  it('clean a definition', () => {
    const tool = { name: 'a', description: bad, inputSchema: { title: bad } };
    expect(toolForModel(tool)).toEqual({ name: 'a', description: good, inputSchema: { title: good } });
    const clean = { name: 'a', description: 'A.', inputSchema: {} };
    expect(toolForModel(clean)).toBe(clean);
  });
});
