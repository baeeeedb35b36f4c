import { isJsonObject, type JsonObject, type JsonSchema, type SchemaIssue } from '@toolrack/contracts';
import { nearest } from '../text/edit-distance.js';

/** Most names that are compared, of those given and of those declared: each pair takes its time. */
const mostGiven = 20;
const mostDeclared = 1_000;
/** Most parameters that an error suggests. */
const mostSuggestions = 3;

function step(value: unknown, token: string): unknown {
  if (Array.isArray(value)) return value[Number(token)];
  return isJsonObject(value) && Object.hasOwn(value, token) ? value[token] : undefined;
}

/** The tokens of a JSON Pointer. */
function pointerTokens(path: string): readonly string[] {
  return path === ''
    ? []
    : path
        .slice(1)
        .split('/')
        .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The value and the schema at a place, as far as plain `properties` and `items` lead there. */
function placeAt(tokens: readonly string[], value: unknown, schema: unknown) {
  let currentValue = value;
  let currentSchema = schema;
  for (const token of tokens) {
    const isItem = Array.isArray(currentValue);
    currentValue = step(currentValue, token);
    currentSchema = isJsonObject(currentSchema) ? (isItem ? currentSchema['items'] : step(currentSchema['properties'], token)) : undefined;
  }
  return {
    value: isJsonObject(currentValue) ? currentValue : {},
    schema: isJsonObject(currentSchema) ? currentSchema : {},
  };
}

function declaredNames(schema: JsonObject): readonly string[] {
  return isJsonObject(schema['properties']) ? Object.keys(schema['properties']).slice(0, mostDeclared) : [];
}

function undeclaredKeys(value: JsonObject, schema: JsonObject): readonly string[] {
  const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
  const found: string[] = [];
  for (const key in value) {
    if (!Object.hasOwn(properties, key)) found.push(key);
    if (found.length >= mostGiven) break;
  }
  return found;
}

function issueSuggestions(issue: SchemaIssue, value: unknown, schema: JsonObject): readonly (string | undefined)[] {
  const tokens = pointerTokens(issue.path);
  const { additionalProperty, missingProperty, unevaluatedProperty } = issue.params;
  const unexpected = additionalProperty ?? unevaluatedProperty;
  if (typeof unexpected === 'string') {
    const parent = tokens.at(-1) === unexpected ? tokens.slice(0, -1) : tokens;
    return [nearest(unexpected, declaredNames(placeAt(parent, value, schema).schema))];
  }
  if (typeof missingProperty === 'string') {
    const parent = tokens.at(-1) === missingProperty ? tokens.slice(0, -1) : tokens;
    const place = placeAt(parent, value, schema);
    const isMisspelled = undeclaredKeys(place.value, place.schema).some((key) => nearest(key, [missingProperty]));
    return [isMisspelled ? missingProperty : undefined];
  }
  return [];
}

/**
 * Parameters that a model may have meant, at most three: the nearest declared name of each key that the schema does
 * not know, and a missing required name that an unknown key resembles, also where unknown keys are allowed.
 */
export function suggestParameters(issues: readonly SchemaIssue[], value: unknown, schema: JsonSchema): readonly string[] {
  if (!isJsonObject(schema)) return [];
  const root = isJsonObject(value) ? value : {};
  const isClosed = schema['additionalProperties'] === false;
  const declared = declaredNames(schema);
  const rootSuggestions = isClosed ? undeclaredKeys(root, schema).map((key) => nearest(key, declared)) : [];
  const suggestions = [...rootSuggestions, ...issues.flatMap((issue) => issueSuggestions(issue, root, schema))];
  return [...new Set(suggestions.filter((name) => name !== undefined))].slice(0, mostSuggestions);
}
