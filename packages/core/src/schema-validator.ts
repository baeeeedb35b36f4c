import { canonicalJson, freezeJson, isJsonObject } from '@toolrack/contracts';
import type { CompiledSchema, JsonSchema, SchemaIssue, SchemaValidator } from '@toolrack/contracts';
import { Evaluation, TooMuchWork } from './schema/evaluation.js';
import { PreparedSchemas } from './schema/prepared-schemas.js';
import { SchemaPlan } from './schema/schema-plan.js';
import { sha256 } from './sha256.js';

/** Schemas kept. */
const mostKept = 1024;

/**
 * Most work of one check, in units of about 50 nanoseconds, so that none takes longer than 250 milliseconds of processor time.
 * A list of 100,000 objects with three plain members each takes two thirds of it.
 */
export const mostCheckWork = 3_000_000;

/** Keyword of the issue that says that a value takes more work to check than is allowed. */
export const workKeyword = 'work';

/** How values are checked. */
export interface SchemaValidatorOptions {
  /** Most work of one check, in units of about 50 nanoseconds (`mostCheckWork`). */
  readonly mostWork?: number;
  /** Whether `format` is judged (true). */
  readonly formats?: boolean;
}

/**
 * Checks values against JSON Schemas of draft-07, 2019-09 and 2020-12, in the dialect that a schema declares, else 2020-12, or draft-07 where
 * `items` is a list. Schemas are interpreted: nothing is compiled, so that a schema costs next to nothing before it is used, and the
 * work of every check is counted and bounded. What Ajv reports is reported in its words.
 */
export class JsonSchemaValidator implements SchemaValidator {
  private readonly kept = new Map<string, CompiledSchema>();
  /** By the frozen schema itself; gone with it. */
  private readonly known = new WeakMap<object, CompiledSchema>();

  constructor(private readonly options: SchemaValidatorOptions = {}) {}

  compile(schema: JsonSchema): CompiledSchema {
    const own = freezeJson(schema) as JsonSchema;
    if (typeof own === 'boolean') return this.find(own);
    // Definitions are frozen, so that the same object is the same schema: no digest is made at each call of a tool.
    let known = this.known.get(own);
    if (known === undefined) this.known.set(own, (known = this.find(own)));
    return known;
  }

  private find(own: JsonSchema): CompiledSchema {
    const key = sha256(canonicalJson(own));
    let compiled = this.kept.get(key);
    if (compiled === undefined) compiled = this.prepare(own);
    else this.kept.delete(key);
    this.kept.set(key, compiled);
    if (this.kept.size > mostKept) this.kept.delete(this.kept.keys().next().value as string);
    return compiled;
  }

  private prepare(schema: JsonSchema): CompiledSchema {
    if (typeof schema === 'boolean')
      return {
        check: () => (schema ? [] : [{ path: '', keyword: 'false schema', message: 'nothing is allowed here', params: {} }]),
      };
    const plan = new SchemaPlan(schema, this.options.formats);
    const prepared = new PreparedSchemas(plan);
    return { check: (value) => this.check(plan, prepared, value) };
  }

  private check(plan: SchemaPlan, prepared: PreparedSchemas, value: unknown): readonly SchemaIssue[] {
    const { mostWork = mostCheckWork } = this.options;
    plan.open();
    try {
      return new Evaluation(plan, prepared.prepare, mostWork).check(value);
    } catch (error) {
      if (!(error instanceof TooMuchWork)) throw error;
      const message = 'is too large or too nested to be checked against this schema; give less at a time';
      return [{ path: '', keyword: workKeyword, message, params: { limit: mostWork } }];
    }
  }
}

/** A copy without the keywords that run code of the schema's author on our thread: `pattern`, `patternProperties` and `format`. */
export function withoutPatterns(schema: JsonSchema): JsonSchema {
  const strip = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(strip);
    if (!isJsonObject(value)) return value;
    const kept = Object.entries(value).filter(
      ([key, member]) =>
        !(key === 'pattern' && typeof member === 'string') &&
        !(key === 'format' && typeof member === 'string') &&
        key !== 'patternProperties',
    );
    return Object.fromEntries(kept.map(([key, member]) => [key, key === 'enum' || key === 'const' ? member : strip(member)]));
  };
  return freezeJson(strip(schema)) as JsonSchema;
}
