import type { ErrorObject } from 'ajv/dist/2020.js';

import { didYouMean } from './did-you-mean.js';
import { faultLines } from './fault-lines.js';
import { formatKeyPath, valueAt, type KeyPath } from './key-path.js';

/** Values below these keys may be secret and are never repeated in a message. */
const secretKeys = new Set(['env', 'headers', 'token', 'url', 'args', 'connectors', 'authorization', 'password', 'secret', 'apiKey']);

/** What a message about a fault is made from. */
export interface FaultPlace {
  /** The value that was checked. */
  readonly value: unknown;
  /** The configuration as written, before variables were expanded: what a variable holds is never repeated. */
  readonly written: unknown;
  /** From a path in the value to the path in the configuration. */
  readonly locate: (path: KeyPath) => KeyPath;
  /** `FILE:LINE` of a path in the configuration. */
  readonly where: (path: KeyPath) => string;
}

/** One line a fault: place, key, value and what to do. */
export function describeFaults(errors: readonly ErrorObject[], place: FaultPlace): string {
  return faultLines(summarise(errors), (fault) => describe(fault, place));
}

/**
 * Of an `anyOf` or `oneOf` that fails: the faults of the one branch that has the type of the value, or else the fault of the
 * whole. What other branches say would only mislead.
 */
function summarise(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  let kept = errors;
  for (const whole of errors.filter((error) => error.keyword === 'anyOf' || error.keyword === 'oneOf')) {
    const branchOf = (error: ErrorObject): string | undefined =>
      error.schemaPath.startsWith(`${whole.schemaPath}/`) && error.instancePath.startsWith(whole.instancePath)
        ? error.schemaPath.slice(whole.schemaPath.length + 1).split('/')[0]
        : undefined;
    const isOfOtherType = (error: ErrorObject): boolean =>
      error.instancePath === whole.instancePath && ['type', 'const', 'enum'].includes(error.keyword);
    const inside = kept.filter((error) => branchOf(error) !== undefined);
    const others = new Set(inside.filter(isOfOtherType).map(branchOf));
    const fitting = new Set(inside.map(branchOf).filter((branch) => !others.has(branch)));
    const chosen = fitting.size === 1 && whole.keyword === 'anyOf' ? [...fitting][0] : undefined;
    kept = kept.filter((error) => (error === whole ? chosen === undefined : branchOf(error) === undefined || branchOf(error) === chosen));
  }
  return kept;
}

function describe(error: ErrorObject, place: FaultPlace): string {
  const valuePath = toKeyPath(error.instancePath, place.value);
  const path = place.locate(valuePath);
  const at = (key: KeyPath): string => `${place.where(key)}: ${formatKeyPath(key)}`;
  const params = error.params as Record<string, unknown>;
  const expected = (error.parentSchema as { description?: string } | undefined)?.description?.replace(/\.$/u, '');
  const is = `${at(path)}: is ${shown(valueAt(place.written, path), path)}`;
  switch (error.keyword) {
    case 'additionalProperties': {
      const key = params['additionalProperty'] as string;
      const known = Object.keys((error.parentSchema?.['properties'] ?? {}) as object);
      return `${at(place.locate([...valuePath, key]))}: unknown key.${didYouMean(key, known)} Known keys: ${known.join(', ')}.`;
    }
    case 'enum': {
      const allowed = params['allowedValues'] as unknown[];
      const given = valueAt(place.written, path);
      const near =
        typeof given === 'string'
          ? didYouMean(
              given,
              allowed.filter((item) => typeof item === 'string'),
            )
          : '';
      return `${is}; must be ${allowed.map((item) => JSON.stringify(item)).join(' or ')}.${near}`;
    }
    case 'required':
      return `${at(path)}: lacks the key "${String(params['missingProperty'])}". Add it.`;
    case 'anyOf':
    case 'oneOf': {
      const keys = neededKeys(error);
      if (expected === undefined && keys !== undefined) return `${at(path)}: needs one of the keys ${keys.join(', ')}.`;
      return `${is}; must be ${expected ?? 'of another form'}.`;
    }
    case 'type': {
      const types = [params['type']].flat().map((type) => `${/^[aeiou]/u.test(String(type)) ? 'an' : 'a'} ${String(type)}`);
      return `${is}; must be ${types.join(' or ')}${expected === undefined ? '' : ` (${expected})`}.`;
    }
    default:
      return `${is}; ${expected === undefined ? (error.message ?? 'it is wrong') : `must be ${expected}`}.`;
  }
}

/** The keys of branches that only say which key must be there. */
function neededKeys(error: ErrorObject): readonly string[] | undefined {
  const branches = error.schema;
  if (!Array.isArray(branches)) return undefined;
  const keys = (branches as { readonly required?: readonly string[] }[]).map((branch) =>
    Object.keys(branch).join() === 'required' ? branch.required : undefined,
  );
  return keys.every((key) => key !== undefined) ? keys.flat() : undefined;
}

/** Scalars are repeated unless they may be secret; of everything else only the kind is named. */
function shown(value: unknown, path: KeyPath): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  const kind = Array.isArray(value) ? 'an array' : `${typeof value === 'object' ? 'an' : 'a'} ${typeof value}`;
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
