import { readFileSync } from 'node:fs';

import { ToolrackError, type JsonObject } from '@toolrack/contracts';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';

import { didYouMean } from './did-you-mean.js';
import { formatKeyPath, valueAt, type KeyPath } from './key-path.js';

/** Most faults that one message names. */
const mostFaults = 10;
/** Values below these keys may be secret and are never repeated in a message. */
const secretKeys = new Set(['env', 'headers', 'token', 'url', 'args', 'connectors']);

let compiled: ValidateFunction | undefined;

function validator(): ValidateFunction {
  if (compiled === undefined) {
    const schema = readFileSync(new URL('../../schema/toolrack.schema.json', import.meta.url), 'utf8');
    const ajv = new Ajv2020({ allErrors: true, verbose: true, strict: false });
    compiled = ajv.compile(JSON.parse(schema) as JsonObject);
  }
  return compiled;
}

/** What a message about a fault is made from. */
export interface ValidationPlace {
  /** The configuration as written, before variables were expanded: what a variable holds is never repeated. */
  readonly written: JsonObject;
  where(path: KeyPath): string;
}

/** Throws `ERR_CONFIG_VALUE` with one line a fault: place, key, value and what to do. */
export function validateConfiguration(value: JsonObject, place: ValidationPlace): void {
  const validate = validator();
  if (validate(value)) return;
  const faults = summarise(validate.errors ?? []);
  const lines = faults.slice(0, mostFaults).map((fault) => describe(fault, place));
  if (faults.length > mostFaults) lines.push(`… and ${faults.length - mostFaults} more`);
  throw new ToolrackError('ERR_CONFIG_VALUE', lines.join('\n'));
}

/** The faults inside the branches of an `anyOf` or `oneOf` say less than the fault of the whole. */
function summarise(errors: readonly ErrorObject[]): ErrorObject[] {
  const wholes = errors.filter((error) => error.keyword === 'anyOf' || error.keyword === 'oneOf');
  const inside = (error: ErrorObject, whole: ErrorObject): boolean =>
    error !== whole && error.schemaPath.startsWith(`${whole.schemaPath}/`);
  return errors.filter((error) => !wholes.some((whole) => inside(error, whole)));
}

function describe(error: ErrorObject, place: ValidationPlace): string {
  const path = toKeyPath(error.instancePath, place.written);
  const at = (key: KeyPath): string => `${place.where(key)}: ${formatKeyPath(key)}`;
  const params = error.params as Record<string, unknown>;
  const expected = (error.parentSchema as { description?: string } | undefined)?.description;
  switch (error.keyword) {
    case 'additionalProperties': {
      const key = params['additionalProperty'] as string;
      const known = Object.keys((error.parentSchema?.['properties'] ?? {}) as object);
      return `${at([...path, key])}: unknown key.${didYouMean(key, known)} Known keys: ${known.join(', ')}.`;
    }
    case 'enum': {
      const allowed = params['allowedValues'] as string[];
      const given = valueAt(place.written, path);
      const near = typeof given === 'string' ? didYouMean(given, allowed) : '';
      return `${at(path)}: is ${shown(place, path)}; must be ${allowed.map((item) => `"${item}"`).join(' or ')}.${near}`;
    }
    case 'required':
      return `${at(path)}: lacks the key "${String(params['missingProperty'])}". Add it.`;
    case 'anyOf':
    case 'oneOf':
      return `${at(path)}: is ${shown(place, path)}; must be ${expected ?? 'of another form'}.`;
    case 'type': {
      const article = /^[aeiou]/u.test(String(params['type'])) ? 'an' : 'a';
      const wanted = expected === undefined ? '' : ` (${expected})`;
      return `${at(path)}: is ${shown(place, path)}; must be ${article} ${String(params['type'])}${wanted}.`;
    }
    default:
      return `${at(path)}: is ${shown(place, path)}; ${expected === undefined ? (error.message ?? 'is wrong') : `must be ${expected}`}.`;
  }
}

/** Scalars are repeated unless they may be secret; of everything else only the kind is named. */
function shown(place: ValidationPlace, path: KeyPath): string {
  const value = valueAt(place.written, path);
  const kind = value === null ? 'null' : Array.isArray(value) ? 'an array' : `${typeof value === 'object' ? 'an' : 'a'} ${typeof value}`;
  if (path.some((part) => typeof part === 'string' && secretKeys.has(part))) return kind;
  if (typeof value === 'string') return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : kind;
}

/** A JSON Pointer as a key path; digits are a position where the value is an array. */
function toKeyPath(pointer: string, root: unknown): KeyPath {
  const path: (string | number)[] = [];
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    path.push(Array.isArray(valueAt(root, path)) ? Number(key) : key);
  }
  return path;
}
