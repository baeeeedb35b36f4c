/**
 * Keywords of JSON Schema (draft-07 to 2020-12) that hold schemas, by the form in which they do: `one` schema, a `list`, or a `map` by name; `items`
 * may be either of the first two. Definitions, which are no part of what is asked of a value, stand apart.
 */
export const schemaKeywords = Object.freeze({
  one: Object.freeze([
    'items',
    'additionalItems',
    'additionalProperties',
    'unevaluatedItems',
    'unevaluatedProperties',
    'contains',
    'propertyNames',
    'not',
    'if',
    'then',
    'else',
  ]),
  list: Object.freeze(['prefixItems', 'items', 'anyOf', 'oneOf', 'allOf']),
  map: Object.freeze(['properties', 'patternProperties', 'dependentSchemas']),
  definitions: Object.freeze(['$defs', 'definitions']),
});
