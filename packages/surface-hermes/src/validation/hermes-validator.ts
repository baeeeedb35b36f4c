import { Ajv, type ErrorObject, type Options } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import {
  canonicalJson,
  type CompiledSchema,
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type SchemaIssue,
  type SchemaValidator,
} from '@toolrack/contracts';
import { safePattern } from './safe-pattern.js';
import { hasExternalReference, withNullable } from './schema-walk.js';

// `format` is an annotation in every draft unless a validator is told otherwise; the original is not.
const options: Options = {
  strict: false,
  allErrors: true,
  logger: false,
  validateFormats: false,
  ownProperties: true,
  code: { regExp: safePattern },
};
/** Compiled schemas kept; one takes some tens of kilobytes. */
const mostCompiled = 1024;
/** Issues reported for one value. */
const mostIssues = 50;
/** Longest list of allowed values in a message, in characters. */
const longestValues = 300;

type Dialect = 'draft-07' | '2019-09' | '2020-12';

/** An Ajv instance with the ids that are its own (meta-schemas). */
interface Engine {
  readonly ajv: Ajv;
  readonly ownIds: ReadonlySet<string>;
}

function dialectOf(schema: JsonSchema): Dialect {
  const declared = isJsonObject(schema) ? schema['$schema'] : undefined;
  if (typeof declared !== 'string') return '2020-12';
  return /draft-0[3-7]/u.test(declared) ? 'draft-07' : declared.includes('2019-09') ? '2019-09' : '2020-12';
}

function pointer(name: string): string {
  return `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** The names that the schema requires at the top and the value lacks, whether or not the rest of the schema can be used. */
function missingNames(schema: JsonSchema, value: unknown): readonly SchemaIssue[] {
  const required = isJsonObject(schema) ? (schema['required'] as unknown) : undefined;
  if (!Array.isArray(required) || !isJsonObject(value)) return [];
  const names = (required as unknown[]).filter((name) => typeof name === 'string' && !Object.hasOwn(value, name));
  return [...new Set(names as string[])].map((name) => ({
    path: pointer(name),
    keyword: 'required',
    message: `must have required property '${name}'`,
    params: { missingProperty: name },
  }));
}

function messageOf({ keyword, message, params }: ErrorObject): string {
  const { allowedValues, allowedValue } = params as { allowedValues?: unknown; allowedValue?: unknown };
  const values = keyword === 'enum' ? allowedValues : keyword === 'const' ? allowedValue : undefined;
  const text = values === undefined ? '' : (JSON.stringify(values) ?? '');
  const listed = text === '' ? '' : `: ${text.length > longestValues ? `${text.slice(0, longestValues)}…` : text}`;
  return `${message ?? 'does not fit'}${listed}`;
}

function issueOf(error: ErrorObject): SchemaIssue {
  const params = error.params as Record<string, unknown>;
  const property = params['missingProperty'] ?? params['additionalProperty'] ?? params['unevaluatedProperty'];
  const path = `${error.instancePath}${typeof property === 'string' ? pointer(property) : ''}`;
  return { path, keyword: error.keyword, message: messageOf(error), params };
}

/**
 * Validates as Hermes does: missing top-level names first; OpenAPI's `nullable` accepts null; the draft that the schema declares. It
 * fails open where it cannot be sure: a malformed schema, an external reference (never fetched) and a crash accept the value, since
 * the tool or its server checks it again.
 */
export class HermesValidator implements SchemaValidator {
  private readonly engines = new Map<Dialect, Engine>();
  private readonly compiled = new Map<string, CompiledSchema>();
  /** By the schema's own object: those of a catalog are frozen, so their content need not be read again. */
  private readonly byObject = new WeakMap<object, CompiledSchema>();

  compile(schema: JsonSchema): CompiledSchema {
    const known = typeof schema === 'boolean' ? undefined : this.byObject.get(schema);
    if (known !== undefined) return known;
    const key = canonicalJson(schema);
    const compiled = this.compiled.get(key) ?? this.compileNew(schema);
    this.compiled.delete(key);
    this.compiled.set(key, compiled);
    if (this.compiled.size > mostCompiled) this.compiled.delete(this.compiled.keys().next().value as string);
    if (Object.isFrozen(schema) && typeof schema === 'object') this.byObject.set(schema, compiled);
    return compiled;
  }

  private compileNew(schema: JsonSchema): CompiledSchema {
    const check = this.tryCompile(schema);
    return {
      check: (value) => {
        const missing = missingNames(schema, value);
        return missing.length > 0 ? missing : check(value);
      },
    };
  }

  private tryCompile(schema: JsonSchema): CompiledSchema['check'] {
    const acceptAll = (): readonly SchemaIssue[] => [];
    try {
      if (hasExternalReference(schema)) return acceptAll;
      const { $schema: _schema, $id: _id, ...own } = (isJsonObject(schema) ? withNullable(schema) : {}) as JsonObject;
      const validate = compileAlone(this.engineOf(dialectOf(schema)), typeof schema === 'boolean' ? schema : own);
      if ('$async' in validate) return acceptAll;
      return (value) => {
        try {
          return validate(value) === true ? [] : (validate.errors ?? []).slice(0, mostIssues).map(issueOf);
        } catch {
          return [];
        }
      };
    } catch {
      return acceptAll;
    }
  }

  /** Made at the first use: an engine compiles its meta-schemas, which takes tens of milliseconds. */
  private engineOf(dialect: Dialect): Engine {
    const known = this.engines.get(dialect);
    if (known !== undefined) return known;
    const ajv = dialect === 'draft-07' ? new Ajv(options) : dialect === '2019-09' ? new Ajv2019(options) : new Ajv2020(options);
    const engine = { ajv, ownIds: new Set(Object.keys(ajv.refs)) };
    this.engines.set(dialect, engine);
    return engine;
  }
}

/** Ajv keeps a schema by its object and every id in it; both go again, so that no tool meets the ids of another. */
function compileAlone({ ajv, ownIds }: Engine, schema: JsonSchema): ReturnType<Ajv['compile']> {
  try {
    return ajv.compile(schema);
  } finally {
    ajv.removeSchema(schema);
    for (const id of Object.keys(ajv.refs)) if (!ownIds.has(id)) delete ajv.refs[id];
  }
}
