import type { JsonObject } from './json.js';
import { longestShownSchema, shownSchema } from './schema-outline.js';

const properties = (count: number, schema: JsonObject) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, schema]));

describe('shownSchema', () => {
  it('hands back what can be shown whole', () => {
    const schema = { type: 'object', properties: properties(500, { type: 'string', description: 'x'.repeat(100) }) };
    expect(JSON.stringify(schema).length).toBeGreaterThan(50_000);
    expect(shownSchema(schema)).toEqual({ schema });
    expect(shownSchema(schema).schema).toBe(schema);
    expect(shownSchema(true)).toEqual({ schema: true });
  });

  it('outlines what cannot: required parameters first, and how to get on [tokens-247] [issue7:6]', () => {
    const part = { type: 'object', description: 'd'.repeat(500), properties: properties(50, { type: 'string' }) };
    const { schema, note } = shownSchema({ type: 'object', properties: properties(400, part), required: ['p399', 'nowhere'] });
    expect(JSON.stringify(schema).length).toBeLessThan(30_000);
    expect(schema).toMatchObject({ type: 'object', required: ['p399'], $comment: note });
    expect(Object.entries((schema as { properties: object }).properties)[0]).toEqual([
      'p399',
      { type: 'object', description: `${'d'.repeat(120)}…` },
    ]);
    expect(note).toMatch(/outline.*of its 400 parameters.*Call the tool/u);
  });

  it.each([
    ['one long name', { properties: { ['k'.repeat(400_000)]: {} } }],
    ['a long reference', { properties: { a: { $ref: '#/x'.repeat(100_000) } } }],
    ['types without end', { properties: { a: { type: Array(90_000).fill('string') } } }],
    ['no parameters', { description: 'x'.repeat(400_000) }],
  ])('is bounded for a schema with %s', (_what, schema) => {
    expect(JSON.stringify(shownSchema(schema).schema).length).toBeLessThan(longestShownSchema / 2);
  });
});
