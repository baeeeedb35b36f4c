import { isJsonObject } from '@toolrack/contracts';
import type { JsonSchema } from '@toolrack/contracts';
import { plainKeywords, type Accepts, type SchemaScope } from './plain-keywords.js';

/**
 * The test for a schema of everyday keywords, without compiling anything: Ajv needs tens of milliseconds for its first schema. Answers
 * `undefined` for every other keyword or form, so that what is uncertain is Ajv's to judge. Accepts exactly what Ajv accepts, in every
 * dialect since draft-07, for these keywords do not differ between them. References go to `#/$defs` alone and in no circle.
 */
export function plainSchema(schema: JsonSchema): Accepts | undefined {
  const definitions = isJsonObject(schema) ? (schema['$defs'] ?? {}) : {};
  if (!isJsonObject(definitions)) return undefined;
  const made = new Map<string, Accepts | undefined>();
  const scope: SchemaScope = {
    test: (part) => testOf(part, scope),
    definition: (name) => {
      if (!made.has(name)) {
        // Stands until the definition is made: who refers to it in the meantime refers to itself.
        made.set(name, undefined);
        made.set(name, Object.hasOwn(definitions, name) ? scope.test(definitions[name]) : undefined);
      }
      return made.get(name);
    },
  };
  return testOf(schema, scope);
}

function testOf(schema: unknown, scope: SchemaScope): Accepts | undefined {
  if (typeof schema === 'boolean') return () => schema;
  if (!isJsonObject(schema)) return undefined;
  const tests: Accepts[] = [];
  for (const [key, value] of Object.entries(schema)) {
    const keyword = value === undefined || !Object.hasOwn(plainKeywords, key) ? undefined : plainKeywords[key];
    const test = keyword?.(value as never, schema, scope);
    if (test === undefined) return undefined;
    if (test !== true) tests.push(test);
  }
  return tests.length === 1 ? tests[0] : (value) => tests.every((test) => test(value));
}
