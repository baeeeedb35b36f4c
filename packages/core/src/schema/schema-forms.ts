import { isJsonObject, schemaKeywords, type JsonObject, type JsonValue } from '@toolrack/contracts';

/** Says what a keyword must be when its value is something else. */
type Form = (value: JsonValue) => string | undefined;

const typeNames = new Set(['string', 'number', 'integer', 'boolean', 'null', 'array', 'object']);
const isText = (value: JsonValue): boolean => typeof value === 'string';
const isName = (value: JsonValue): boolean => typeof value === 'string' && typeNames.has(value);
const isSchema = (value: JsonValue): boolean => typeof value === 'boolean' || isJsonObject(value);
const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);
const isTexts = (value: JsonValue): boolean => isList(value) && value.every(isText);
const isSchemas = (value: JsonValue): boolean => isList(value) && value.length > 0 && value.every(isSchema);
const isCount = (value: JsonValue): boolean => Number.isInteger(value) && (value as number) >= 0;
const valuesOf = (value: JsonValue): readonly JsonValue[] => (isJsonObject(value) ? (Object.values(value) as JsonValue[]) : []);

const form =
  (holds: (value: JsonValue) => boolean, what: string): Form =>
  (value) =>
    holds(value) ? undefined : `must be ${what}`;
const number = form((value) => typeof value === 'number', 'a number');
const count = form(isCount, 'a whole number that is not negative');
const text = form(isText, 'a text');
const schema = form(isSchema, 'a schema');
const schemas = form(isSchemas, 'a list of schemas that is not empty');
const schemaMap = form((value) => isJsonObject(value) && valuesOf(value).every(isSchema), 'an object of schemas');
const flag = form((value) => typeof value === 'boolean', 'true or false');

/** The keywords that a validator acts on and the forms that it can act on. Notes such as `title` may be anything. */
const forms: Readonly<Record<string, Form>> = {
  type: form(
    (value) => isName(value) || (isList(value) && value.length > 0 && value.every(isName)),
    `one or several of ${[...typeNames].join(', ')}`,
  ),
  enum: form((value) => isList(value) && value.length > 0, 'a list of values that is not empty'),
  required: form(isTexts, 'a list of names'),
  dependentRequired: form((value) => isJsonObject(value) && valuesOf(value).every(isTexts), 'an object of lists of names'),
  dependencies: form(
    (value) => isJsonObject(value) && valuesOf(value).every((part) => isSchema(part) || isTexts(part)),
    'an object of schemas or lists of names',
  ),
  multipleOf: form((value) => typeof value === 'number' && value > 0, 'a number greater than 0'),
  uniqueItems: flag,
  items: form((value) => isSchema(value) || (isList(value) && value.every(isSchema)), 'a schema or a list of schemas'),
  ...Object.fromEntries(['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'].map((key) => [key, number])),
  ...Object.fromEntries(
    ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties', 'minContains', 'maxContains'].map((key) => [
      key,
      count,
    ]),
  ),
  ...Object.fromEntries(
    ['pattern', 'format', '$ref', '$dynamicRef', '$recursiveRef', '$id', '$anchor', '$dynamicAnchor'].map((key) => [key, text]),
  ),
  ...Object.fromEntries(schemaKeywords.one.filter((key) => key !== 'items').map((key) => [key, schema])),
  ...Object.fromEntries(schemaKeywords.list.filter((key) => key !== 'items').map((key) => [key, schemas])),
  ...Object.fromEntries([...schemaKeywords.map, ...schemaKeywords.definitions].map((key) => [key, schemaMap])),
  $async: form((value) => value !== true, 'absent: asynchronous schemas are not supported'),
};

/** What is wrong with a keyword of a schema, for example `type must be one or several of …`; `undefined` when all can be acted on. */
export function formFault(node: JsonObject): string | undefined {
  for (const [key, value] of Object.entries(node)) {
    if (value === undefined || !Object.hasOwn(forms, key)) continue;
    const fault = forms[key]?.(value);
    if (fault !== undefined) return `${key} ${fault}`;
  }
  return undefined;
}
