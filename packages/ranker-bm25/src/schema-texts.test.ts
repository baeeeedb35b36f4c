import { collectSchemaTexts, type JsonSchema } from '@toolrack/contracts';
import fc from 'fast-check';
import { SchemaTexts } from './schema-texts.js';

const text = fc.constantFrom('a', 'b', 'one two', '');
const { schema } = fc.letrec<{ schema: JsonSchema }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 6 },
    fc.boolean(),
    fc.record(
      {
        description: fc.oneof(text, fc.constantFrom(5, null)),
        properties: fc.oneof(fc.dictionary(text, tie('schema'), { maxKeys: 3 }), fc.constantFrom(null, 'x')),
        items: fc.oneof(tie('schema'), fc.array(tie('schema'), { maxLength: 2 })),
        prefixItems: fc.array(tie('schema'), { maxLength: 2 }),
        anyOf: fc.array(fc.oneof(tie('schema'), fc.constant(null)), { maxLength: 2 }),
        oneOf: fc.array(tie('schema'), { maxLength: 2 }),
        allOf: tie('schema'),
      },
      { requiredKeys: [] },
    ) as fc.Arbitrary<JsonSchema>,
  ),
}));

describe('SchemaTexts', () => {
  const visited = (given: JsonSchema | undefined): string[] => {
    const texts: string[] = [];
    new SchemaTexts((found) => texts.push(found)).visit(given);
    return texts;
  };
  const collected = (given: JsonSchema | undefined): string[] =>
    collectSchemaTexts(given)
      .flatMap(({ name, description }) => [name, description])
      .filter((found) => found !== '');

  it('hands over what collectSchemaTexts collects', () => {
    fc.assert(
      fc.property(fc.option(schema, { nil: undefined }), (given) => expect(visited(given)).toEqual(collected(given))),
      { numRuns: 500 },
    );
  });

  it('ends where collectSchemaTexts ends', () => {
    const properties = Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`p${String(index)}`, { description: 'd' }]));
    expect(visited({ properties })).toEqual(collected({ properties }));
    expect(visited({ properties })).toHaveLength(4096);
  });
});
