import { freezeJson, frozenSize, type CompiledSchema, type JsonSchema, type SchemaIssue, type SchemaValidator } from '@toolrack/contracts';
import { JsonSchemaValidator, workKeyword } from './schema-validator.js';

/**
 * Most values of a schema that a validator of a plugin is given. Ajv takes 0.2 to 0.5 milliseconds a value to compile (measured over 29 kinds
 * of schemas), so that larger ones would block the process; half of all real tools have fewer than 100, nine of ten fewer than 300.
 */
const mostCompiled = 300;
/** `format` is a note in every draft unless a validator says otherwise; one of a plugin may not. */
const own = new JsonSchemaValidator({ formats: false });

/**
 * A validator that cannot block the process, whichever is inside: values that take too much work are refused before the inner one sees them,
 * and a schema too large to be compiled is judged by our own instead. One that our own cannot use is left to the inner one when it is
 * small, and accepts everything when it is large.
 */
export function boundedValidator(inner: SchemaValidator): SchemaValidator {
  if (inner instanceof JsonSchemaValidator) return inner;
  return {
    compile(schema) {
      const frozen = freezeJson(schema) as JsonSchema;
      const measure = usable(frozen);
      if (frozenSize(frozen).values > mostCompiled) return measure ?? { check: () => [] };
      const compiled = inner.compile(schema);
      if (measure === undefined) return compiled;
      return { check: (value) => tooMuch(measure, value) ?? compiled.check(value) };
    },
  };
}

function usable(schema: JsonSchema): CompiledSchema | undefined {
  try {
    return own.compile(schema);
  } catch {
    return undefined;
  }
}

function tooMuch(measure: CompiledSchema, value: unknown): readonly SchemaIssue[] | undefined {
  const issues = measure.check(value);
  return issues[0]?.keyword === workKeyword ? issues : undefined;
}
