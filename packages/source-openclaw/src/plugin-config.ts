import { isJsonObject, type JsonObject } from '@toolrack/contracts';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';

import { jsonSchemaOf } from './json-safe.js';
import { isRecord } from './openclaw-shapes.js';

const addFormats = addFormatsModule.default;

/**
 * Checks a plugin's configuration by its own schema and fills in defaults. `schema` is plain JSON Schema, TypeBox,
 * OpenClaw's wrapper (`{ jsonSchema, safeParse }`) or a function that gives one of these. Throws a plain `Error` that
 * names the offending places and never a value, as values may be secrets.
 */
export function checkPluginConfig(schema: unknown, config: JsonObject): JsonObject {
  const given: unknown = typeof schema === 'function' ? (schema as () => unknown)() : schema;
  if (!isRecord(given)) return config;
  const plain = isRecord(given['jsonSchema']) ? given['jsonSchema'] : given;
  if (plain === given && typeof given['safeParse'] === 'function') return parseConfig(given, config);
  const { $schema: _dialect, $id: _id, ...rest } = { ...(jsonSchemaOf(plain) as JsonObject) };
  const copy = structuredClone(config);
  // `useDefaults` writes into the copy, never into the operator's own object.
  const ajv = new Ajv2020({ strict: false, allErrors: true, useDefaults: true, logger: false });
  addFormats(ajv);
  const validate = ajv.compile(rest);
  if (validate(copy)) return copy;
  throw new Error(`its configuration does not fit: ${(validate.errors ?? []).slice(0, 5).map(describeIssue).join('; ')}`);
}

function describeIssue(issue: ErrorObject): string {
  const { additionalProperty } = issue.params as { additionalProperty?: unknown };
  const key = typeof additionalProperty === 'string' ? ` ("${additionalProperty}")` : '';
  return `${issue.instancePath === '' ? 'config' : `config${issue.instancePath}`} ${issue.message ?? 'is wrong'}${key}`;
}

/** A schema with a parser of its own, such as Zod's. Its messages may repeat values, so only the places are told. */
function parseConfig(schema: Record<string, unknown>, config: JsonObject): JsonObject {
  const outcome = (schema as { safeParse(value: unknown): unknown }).safeParse(config);
  if (!isRecord(outcome) || outcome['success'] !== true) {
    const { issues } = (isRecord(outcome) && isRecord(outcome['error']) ? outcome['error'] : {}) as {
      issues?: unknown;
    };
    const places = (Array.isArray(issues) ? (issues as unknown[]) : []).map(placeOf);
    throw new Error(`its configuration does not fit at: ${places.length === 0 ? 'config' : places.join(', ')}`);
  }
  return isJsonObject(outcome['data']) ? outcome['data'] : config;
}

function placeOf(issue: unknown): string {
  const path: unknown = isRecord(issue) ? issue['path'] : undefined;
  return ['config', ...(Array.isArray(path) ? (path as unknown[]) : [])].map(String).join('/');
}
