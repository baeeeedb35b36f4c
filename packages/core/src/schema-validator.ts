import { Ajv, type ErrorObject, type Options } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import { canonicalJson, freezeJson, isJsonObject } from '@toolrack/contracts';
import type { CompiledSchema, JsonObject, JsonSchema, SchemaIssue, SchemaValidator } from '@toolrack/contracts';
import { boundedPatterns } from './bounded-pattern.js';
import { plainSchema } from './plain-schema.js';
import { sha256 } from './sha256.js';

// ajv-formats is CommonJS with `exports.default`; under nodenext its default import is typed as the namespace.
const addFormats = addFormatsModule.default;
/** Compiled schemas kept; one takes some tens of kilobytes. */
const mostCompiled = 1024;
/** Issues reported for one value. */
const mostIssues = 50;

const options: Options = {
  strict: false,
  allErrors: true,
  logger: false,
  validateFormats: true,
  ownProperties: true,
  code: { regExp: boundedPatterns },
};

/**
 * Compiles with Ajv in the dialect that the schema declares; 2020-12 where it declares none, or draft-07 where only that compiles.
 * A plain schema is compiled when the first value does not fit it.
 */
export class AjvSchemaValidator implements SchemaValidator {
  private readonly engines = new Map<Dialect, Engine>();
  private readonly compiled = new Map<string, CompiledSchema>();

  compile(schema: JsonSchema): CompiledSchema {
    const key = sha256(canonicalJson(schema));
    let compiled = this.compiled.get(key);
    if (compiled === undefined) compiled = this.compileNew(schema);
    else this.compiled.delete(key);
    this.compiled.set(key, compiled);
    if (this.compiled.size > mostCompiled) this.compiled.delete(this.compiled.keys().next().value as string);
    return compiled;
  }

  private compileNew(schema: JsonSchema): CompiledSchema {
    if (typeof schema === 'boolean')
      return {
        check: () => (schema ? [] : [{ path: '', keyword: 'false schema', message: 'nothing is allowed here', params: {} }]),
      };
    const { $schema: _declared, ...undeclared } = schema;
    const accepts = plainSchema(undeclared);
    if (accepts === undefined) return this.compileFully(schema);
    let full: CompiledSchema | undefined;
    return { check: (value) => (accepts(value) ? [] : (full ??= this.compileFully(schema)).check(value)) };
  }

  private compileFully(schema: JsonObject): CompiledSchema {
    if (hasAsync(schema)) throw new Error('asynchronous schemas ($async) are not supported');
    const dialect = dialectOf(schema);
    const { $schema: _dialect, ...own } = schema;
    const { $id: _id, ...withoutId } = own;
    const forms = '$id' in own ? [own, withoutId] : [own];
    const attempts = dialect === undefined ? (['2020-12', 'draft-07'] as const) : [dialect];
    let failure: unknown;
    for (const attempt of attempts) {
      for (const form of forms) {
        try {
          return this.compileWith(this.engineOf(attempt), form);
        } catch (error) {
          failure ??= error;
        }
      }
    }
    throw failure;
  }

  /** Made at the first use: an engine compiles its meta-schemas, which takes tens of milliseconds. */
  private engineOf(dialect: Dialect): Engine {
    let engine = this.engines.get(dialect);
    if (engine === undefined) this.engines.set(dialect, (engine = createEngine(dialect)));
    return engine;
  }

  /** Ajv keeps a schema by its object and all ids in it; they are removed again, so that no tool meets the ids of another. */
  private compileWith({ ajv, ownIds }: Engine, schema: JsonObject): CompiledSchema {
    try {
      const validate = ajv.compile(schema);
      return { check: (value) => (validate(value) === true ? [] : issues(validate.errors ?? [])) };
    } finally {
      ajv.removeSchema(schema);
      for (const id of Object.keys(ajv.refs)) {
        if (!ownIds.has(id)) delete ajv.refs[id];
      }
    }
  }
}

type Dialect = 'draft-07' | '2019-09' | '2020-12';

/** An Ajv instance with the ids that are its own (meta-schemas). */
interface Engine {
  readonly ajv: Ajv;
  readonly ownIds: ReadonlySet<string>;
}

function createEngine(dialect: Dialect): Engine {
  const ajv = dialect === 'draft-07' ? new Ajv(options) : dialect === '2019-09' ? new Ajv2019(options) : new Ajv2020(options);
  addFormats(ajv);
  return { ajv, ownIds: new Set(Object.keys(ajv.refs)) };
}

function dialectOf(schema: JsonObject): Dialect | undefined {
  const declared = schema['$schema'];
  if (typeof declared !== 'string') return undefined;
  if (/draft-0[4-7]/u.test(declared)) return 'draft-07';
  if (declared.includes('2019-09')) return '2019-09';
  return declared.includes('2020-12') ? '2020-12' : undefined;
}

function hasAsync(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasAsync);
  return isJsonObject(value) && (value['$async'] === true || Object.values(value).some(hasAsync));
}

function issues(errors: readonly ErrorObject[]): readonly SchemaIssue[] {
  return errors.slice(0, mostIssues).map((error) => {
    const params = error.params as Record<string, unknown>;
    const property = params['missingProperty'] ?? params['additionalProperty'] ?? params['unevaluatedProperty'];
    const suffix = typeof property === 'string' ? `/${property.replaceAll('~', '~0').replaceAll('/', '~1')}` : '';
    return {
      path: `${error.instancePath}${suffix}`,
      keyword: error.keyword,
      message: typesText(error) ?? error.message ?? 'does not fit',
      params,
    };
  });
}

/** Ajv runs the types of a list together: `must be integer,null`. */
function typesText({ keyword, params }: ErrorObject): string | undefined {
  const types: unknown = (params as Record<string, unknown>)['type'];
  if (keyword !== 'type' || !Array.isArray(types) || types.length < 2) return undefined;
  const named = types.map((type) => (type === 'null' ? 'null' : `${/^[aio]/u.test(String(type)) ? 'an' : 'a'} ${String(type)}`));
  return `must be ${named.slice(0, -1).join(', ')} or ${named.at(-1)}`;
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
