import { readFileSync } from 'node:fs';
import { type JsonObject, type JsonSchema } from '@toolrack/contracts';
import fc from 'fast-check';
import { renderInputSignature, renderOutputSignature } from './render-signature.js';
import { schemaType } from './schema-type.js';
import { inputLimits, outputLimits } from './signature-limits.js';

const property = (schema: JsonSchema): string => renderInputSignature({ type: 'object', properties: { a: schema } });
const closed = (properties: JsonObject, required: readonly string[] = Object.keys(properties)): JsonObject => ({
  type: 'object',
  properties,
  required: [...required],
  additionalProperties: false,
});
const numbered = (count: number, schema: JsonSchema = { type: 'string' }): JsonObject =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${String(index).padStart(2, '0')}`, schema]));
const arrays = (depth: number): JsonSchema => (depth === 0 ? { type: 'string' } : { type: 'array', items: arrays(depth - 1) });

describe('renderInputSignature', () => {
  it('writes required names first, literals, depth and unions within bounds [openclaw:case-64]', () => {
    expect(
      renderInputSignature({
        type: 'object',
        properties: {
          mode: { type: 'string', enum: ['drip', 'flood'] },
          policy: { enum: ['a', { b: 1 }] },
          nested: arrays(5),
          zones: { type: 'array', items: { enum: ['north', 'south'] } },
          id: { type: 'string' },
        },
        required: ['id'],
      }),
    ).toBe(
      '{ id: string; mode?: "drip" | "flood"; nested?: Array<Array<Array<Array<unknown>>>>; policy?: unknown; zones?: Array<"north" | "south"> }',
    );
  });

  it('marks an open object without properties as more than it shows [openclaw:case-65] [openclaw:14.3]', () => {
    expect(renderInputSignature({ type: 'object', required: ['a'] })).toBe('{ ... }');
    expect(renderInputSignature({ type: 'object' })).toBe('{ ... }');
    expect(renderInputSignature({ type: 'object', properties: {} })).toBe('{}');
    expect(renderInputSignature({ type: 'object', additionalProperties: false })).toBe('{}');
    expect(renderInputSignature({ type: 'object', properties: {}, additionalProperties: true })).toBe('{ ... }');
  });

  it('does not depend on the order of declaration [openclaw:case-67]', () => {
    const properties = { b: { type: 'string' }, a: { type: 'number' }, c: { type: 'boolean' } };
    const reversed = Object.fromEntries(Object.entries(properties).reverse());
    const text = renderInputSignature({ type: 'object', properties, required: ['c', 'b'] });
    expect(text).toBe('{ b: string; c: boolean; a?: number }');
    expect(renderInputSignature({ type: 'object', properties: reversed, required: ['b', 'c'] })).toBe(text);
  });

  it('orders names by code unit and quotes what is no identifier [openclaw:14.1]', () => {
    const names = ['B', 'a', '1a', '_x', '$y', 'é', 'A', 'b'];
    expect(
      renderInputSignature({
        type: 'object',
        properties: Object.fromEntries(names.map((name) => [name, { type: 'null' }])),
      }),
    ).toBe('{ $y?: null; "1a"?: null; A?: null; B?: null; _x?: null; a?: null; b?: null; "é"?: null }');
  });

  it('tells names and literals apart that would read the same, as a description of the tool does [issue7:4]', () => {
    const alike = {
      type: 'object',
      properties: { path: { type: 'string' }, ['pa\u200Bth']: { type: 'number' }, mode: { enum: ['on', 'o\u200Bn'] } },
      required: ['pa\u200Bth'],
    };
    expect(renderInputSignature(alike)).toBe('{ "pa\\\\u{200B}th": number; mode?: "on" | "o\\\\u{200B}n"; path?: string }');
  });

  it('writes the constraints of numbers in a fixed order [openclaw:case-68] [openclaw:14.5]', () => {
    expect(property({ type: 'integer', exclusiveMaximum: 9, exclusiveMinimum: 0, maximum: 50, minimum: 1 })).toBe(
      '{ a?: number /* integer, >= 1, <= 50, > 0, < 9 */ }',
    );
    expect(property({ type: 'integer' })).toBe('{ a?: number /* integer */ }');
    expect(property({ type: 'number', minimum: '1' })).toBe('{ a?: unknown }');
    expect(property({ type: 'number', exclusiveMinimum: true })).toBe('{ a?: unknown }');
  });

  it('keeps the constraints of a nested nullable number in input only [openclaw:case-70]', () => {
    const schema = closed({ a: closed({ n: { type: 'integer', minimum: 1, nullable: true } }) });
    expect(renderInputSignature(schema)).toBe('{ a: { n: number /* integer, >= 1 */ | null } }');
    expect(renderOutputSignature(schema)).toBe('{ a: { n: number | null } }');
  });

  it('keeps the first of twelve constrained integers and marks the rest [openclaw:case-71]', () => {
    const text = renderInputSignature({
      type: 'object',
      properties: numbered(12, { type: 'integer', minimum: 1, maximum: 100 }),
    });
    expect(text).toContain('p00?: number /* integer, >= 1, <= 100 */');
    expect(text).toContain('...');
    expect(text.length).toBeLessThanOrEqual(300);
  });

  it('shows a body that fills the limit exactly and drops what passes it by one [openclaw:case-73] [openclaw:14.2]', () => {
    const withName = (length: number): JsonObject => ({
      type: 'object',
      properties: { a: { type: 'string' }, ['b'.repeat(length)]: { enum: ['x'.repeat(90)] }, ['c'.repeat(90)]: {} },
      required: ['a'],
    });
    const atLimit = renderInputSignature(withName(300 - renderInputSignature(withName(1)).length + 1));
    expect(atLimit).toHaveLength(300);
    expect(atLimit).not.toContain('...');
    const name = 'n'.repeat(120);
    const literals = (last: number): JsonObject => ({
      type: 'object',
      properties: {
        a: { type: 'string' },
        [name]: { anyOf: [{ type: 'array', items: { enum: ['x'.repeat(80)] } }, { enum: ['y'.repeat(last)] }] },
      },
      required: ['a'],
    });
    const length = renderInputSignature(literals(1)).length;
    expect(renderInputSignature(literals(300 - length + 1))).toHaveLength(300);
    expect(renderInputSignature(literals(300 - length + 2))).toBe('{ a: string; ... }');
  });

  it('keeps a partial signature where the mark for more does not fit beside the body [openclaw:14.4]', () => {
    const schema = {
      type: 'object',
      additionalProperties: true,
      properties: { a: { enum: ['x'.repeat(92)] }, b: { enum: ['x'.repeat(92)] }, c: { enum: ['x'.repeat(88)] } },
    };
    const text = renderInputSignature(schema);
    expect(schemaType(schema, inputLimits).text.length).toBeGreaterThan(300);
    expect(text).toBe(`{ a?: "${'x'.repeat(92)}"; b?: "${'x'.repeat(92)}"; ... }`);
  });

  it('keeps one only where the original gives up: elsewhere a body that is nearly full is left out as there', () => {
    const body = {
      type: 'object',
      additionalProperties: true,
      properties: { a: { enum: ['x'.repeat(92)] }, b: { enum: ['x'.repeat(92)] }, c: { enum: ['x'.repeat(88)] } },
    };
    expect(renderInputSignature({ type: 'object', properties: { body, id: { type: 'string' } } })).toBe('{ ... }');
    expect(renderInputSignature({ type: 'object', properties: { id: { type: 'string' }, kind: body }, required: ['id'] })).toBe(
      '{ id: string; ... }',
    );
  });

  it('renders eight literals and not nine, five structural variants and not six [openclaw:case-74] [openclaw:14.7]', () => {
    const values = [1, 2, 3, 4, 5, 6, 7, 8];
    expect(property({ enum: values })).toBe(`{ a?: ${values.join(' | ')} }`);
    expect(property({ type: 'integer', enum: [...values, 9] })).toBe('{ a?: number /* integer */ }');
    expect(property({ enum: [...values, 9] })).toBe('{ a?: unknown }');
    const types = ['string', 'number', 'boolean', 'null', 'array'];
    expect(property({ anyOf: types.map((type) => ({ type })) })).toBe('{ a?: string | number | boolean | null | Array<unknown> }');
    expect(property({ anyOf: [...types.map((type) => ({ type })), closed({})] })).toBe('{ a?: unknown }');
  });

  it('drops literal unions of more than 96 characters for their type [openclaw:14.7]', () => {
    expect(property({ type: 'string', enum: ['x'.repeat(94)] })).toBe(`{ a?: "${'x'.repeat(94)}" }`);
    expect(property({ type: 'string', enum: ['x'.repeat(95)] })).toBe('{ a?: string }');
    expect(property({ type: 'string', const: 'x' })).toBe('{ a?: "x" }');
    expect(property({ enum: ['x', 'x', null] })).toBe('{ a?: "x" | null }');
  });

  it('writes nullable types as a union with null [openclaw:case-76] [openclaw:14.9]', () => {
    expect(property({ type: 'string', nullable: true })).toBe('{ a?: string | null }');
    expect(property({ type: ['string', 'null'] })).toBe('{ a?: string | null }');
    expect(property({ type: 'string', nullable: false })).toBe('{ a?: string }');
    expect(property({ type: 'string', nullable: 'yes' })).toBe('{ a?: unknown }');
    expect(property({ nullable: true })).toBe('{ a?: unknown }');
    expect(property({ type: ['string', 'number', 'boolean', 'null', 'array', 'integer'] })).toBe('{ a?: unknown }');
  });

  it('never writes a name of more than 128 characters [openclaw:case-77]', () => {
    const schema = closed({ ['k'.repeat(10_000)]: { type: 'string' } });
    expect(renderInputSignature(schema)).toBe('{ ... }');
    expect(renderOutputSignature(schema)).toBeUndefined();
    expect(property({ type: 'string' })).toBe('{ a?: string }');
  });

  it('marks names that are required and not declared, dropped, or open [openclaw:14.2]', () => {
    const a = { a: { type: 'string' } };
    expect(renderInputSignature({ type: 'object', properties: a, required: ['b'] })).toBe('{ a?: string; ... }');
    expect(renderInputSignature({ type: 'object', properties: a, additionalProperties: true })).toBe('{ a?: string; ... }');
    expect(renderInputSignature({ type: 'object', properties: a, additionalProperties: {} })).toBe('{ a?: string; ... }');
    expect(renderInputSignature({ type: 'object', properties: numbered(16) })).not.toContain('...');
    expect(renderInputSignature({ type: 'object', properties: numbered(17) })).toContain('; ... }');
    expect(renderInputSignature({ type: 'object', properties: numbered(17), required: Object.keys(numbered(17)) })).toContain('; ... }');
  });

  it('writes unions only when nothing stands beside them and every variant is whole [openclaw:14.8]', () => {
    expect(property({ anyOf: [{ type: 'string' }], oneOf: [{ type: 'string' }] })).toBe('{ a?: unknown }');
    expect(property({ type: 'string', anyOf: [{ type: 'string' }] })).toBe('{ a?: unknown }');
    expect(property({ oneOf: [{ type: 'string' }, { type: 'string', minLength: 1 }] })).toBe('{ a?: string }');
    expect(property({ oneOf: [{ type: 'string' }, { type: 'object', properties: {} }] })).toBe('{ a?: unknown }');
    expect(property({ oneOf: [{ type: 'string' }, closed({ b: { type: 'number' } })] })).toBe('{ a?: string | { b: number } }');
    expect(property({ anyOf: [{ const: 'x' }, { type: 'string', const: 'y' }] })).toBe('{ a?: "x" | "y" }');
    expect(property({ anyOf: Array.from({ length: 9 }, (_, index) => ({ const: index })) })).toBe('{ a?: unknown }');
    expect(property({ anyOf: [] })).toBe('{ a?: unknown }');
  });

  it('prints the plain properties of an object that it cannot say whole [openclaw:14.10]', () => {
    expect(renderInputSignature({ type: 'object', properties: { a: { $ref: '#/x' }, b: { allOf: [] } }, allOf: [{}] })).toBe(
      '{ a?: unknown; b?: unknown }',
    );
  });

  it('is unknown for what is no object schema [openclaw:14.11]', () => {
    expect(renderInputSignature(undefined)).toBe('unknown');
    expect(renderInputSignature(true)).toBe('unknown');
    expect(renderInputSignature({})).toBe('unknown');
    expect(renderInputSignature({ type: 'string' })).toBe('unknown');
    expect(renderInputSignature({ anyOf: [{ type: 'string' }] })).toBe('unknown');
    expect(property(true)).toBe('{ a?: unknown }');
    expect(property({ minLength: 3 })).toBe('{ a?: unknown }');
    expect(renderInputSignature({ anyOf: [closed({ a: { type: 'string' } }), closed({ b: { type: 'string' } })] })).toBe(
      '{ a: string } | { b: string }',
    );
  });

  it('writes arrays without items as arrays of unknown [openclaw:14.6]', () => {
    expect(property({ type: 'array' })).toBe('{ a?: Array<unknown> }');
    expect(property({ type: 'array', items: { type: 'string' } })).toBe('{ a?: Array<string> }');
    expect(property({ type: 'array', items: [{ type: 'string' }] })).toBe('{ a?: Array<unknown> }');
  });

  it('stays within its bounds, and says the same for every order of keys, on any JSON [openclaw:14.0]', () => {
    const keyword = fc.constantFrom('type', 'properties', 'items', 'enum', 'anyOf', 'required', 'additionalProperties');
    const schema = fc.letrec<{ node: unknown }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom({ type: 'string' }, { type: 'integer', minimum: 3 }, {}, true, null, 7, 'x'),
        fc.dictionary(fc.oneof(keyword, fc.string()), fc.oneof(tie('node'), fc.array(tie('node'), { maxLength: 4 }))),
        fc.record({ type: fc.constant('object'), properties: fc.dictionary(fc.string(), tie('node')) }),
      ),
    })).node;
    fc.assert(
      fc.property(schema, (value) => {
        const text = renderInputSignature(value as JsonSchema);
        expect(text.length).toBeLessThanOrEqual(300);
        expect(renderInputSignature(JSON.parse(JSON.stringify(value)) as JsonSchema)).toBe(text);
        expect(renderOutputSignature(value as JsonSchema)?.length ?? 0).toBeLessThanOrEqual(800);
      }),
      { numRuns: 150 },
    );
  });
});

describe('renderOutputSignature', () => {
  it('is left out unless every object is closed and every part is said [openclaw:15.1]', () => {
    expect(renderOutputSignature(undefined)).toBeUndefined();
    expect(renderOutputSignature({ type: 'object', properties: { a: { type: 'string' } } })).toBeUndefined();
    expect(renderOutputSignature(closed({ a: { type: 'string' }, b: {} }, ['a']))).toBe('{ a: string; b?: unknown }');
    expect(renderOutputSignature(closed({ a: { minLength: 1 } }))).toBeUndefined();
    expect(renderOutputSignature(closed({ a: { $ref: '#/x' } }))).toBeUndefined();
    expect(renderOutputSignature({ type: 'array', items: closed({ id: { type: 'string' }, paid: { type: 'boolean' } }) })).toBe(
      'Array<{ id: string; paid: boolean }>',
    );
  });

  it('has room for 800 characters, 22 properties and six levels [openclaw:case-73] [openclaw:15.2]', () => {
    const long = (length: number): JsonObject => {
      const names = [...['a', 'b', 'c', 'd', 'e', 'f'].map((name) => name + 'x'.repeat(100)), 'z'.repeat(length)];
      return closed(Object.fromEntries(names.map((name) => [name, {}])));
    };
    const room = 800 - (renderOutputSignature(long(1))?.length ?? 0);
    expect(room).toBeGreaterThan(0);
    expect(room).toBeLessThan(127);
    expect(renderOutputSignature(long(1 + room))).toHaveLength(800);
    expect(renderOutputSignature(long(2 + room))).toBeUndefined();
    expect(renderOutputSignature(closed(numbered(22)))).toBeDefined();
    expect(renderOutputSignature(closed(numbered(23)))).toBeUndefined();
    const deep = (levels: number): JsonObject => closed({ a: levels === 1 ? { type: 'string' } : deep(levels - 1) });
    expect(renderOutputSignature(deep(5))).toBeDefined();
    expect(renderOutputSignature(deep(6))).toBeUndefined();
  });
});

describe('recorded signatures of real tools', () => {
  const file = new URL('../fixtures/openclaw-signatures.jsonl', import.meta.url);
  const recorded = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<'parameters' | 'outputSchema', JsonSchema> & Record<'input' | 'output', string>);
  const byLocale = (left: string, right: string): number => left.localeCompare(right, 'en');
  it('are equal, or differ by code-unit order or by a partial signature that is kept', () => {
    let equal = 0;
    for (const { parameters, input, outputSchema, output } of recorded) {
      const ours = renderInputSignature(parameters);
      if (ours === input) equal += 1;
      else {
        const { text } = schemaType(parameters, { ...inputLimits, order: byLocale });
        expect(text.length > 300 ? 'unknown' : text).toBe(input);
      }
      const oursOut = renderOutputSignature(outputSchema);
      if (oursOut !== output) {
        expect(schemaType(outputSchema, { ...outputLimits, order: byLocale }).text).toBe(output);
      }
    }
    expect(recorded.length).toBeGreaterThan(150);
    expect(equal).toBeGreaterThan(120);
  });
});
