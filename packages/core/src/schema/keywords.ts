import { applicators } from './applicators.js';
import type { Keyword } from './evaluation.js';
import { itemKeywords } from './item-keywords.js';
import { memberKeywords } from './member-keywords.js';
import type { Dialect } from './schema-shape.js';
import { valueKeywords } from './value-keywords.js';

/** How a keyword is judged, its place in the order of evaluation, and the dialects that have it (all where it does not say). */
export interface KnownKeyword {
  readonly judge: Keyword;
  readonly order: number;
  readonly dialects?: readonly Dialect[];
}

const later: readonly Dialect[] = ['2019-09', '2020-12'];
const dialects: Readonly<Record<string, readonly Dialect[]>> = {
  dependentRequired: later,
  dependentSchemas: later,
  unevaluatedItems: later,
  unevaluatedProperties: later,
  $recursiveRef: ['2019-09'],
  $dynamicRef: ['2020-12'],
  prefixItems: ['2020-12'],
  additionalItems: ['draft-07', '2019-09'],
};
const judges: Readonly<Record<string, Keyword>> = { ...valueKeywords, ...applicators, ...itemKeywords, ...memberKeywords };

/** Every keyword that is judged; issues come in this order. What depends on what others have looked at is last. */
const order = [
  ...['$ref', '$dynamicRef', '$recursiveRef', 'type', 'const', 'enum'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength', 'pattern', 'format'],
  ...['not', 'anyOf', 'oneOf', 'allOf', 'if'],
  ...['minItems', 'maxItems', 'uniqueItems', 'prefixItems', 'items', 'additionalItems', 'contains'],
  ...['minProperties', 'maxProperties', 'required', 'dependentRequired', 'propertyNames', 'dependencies', 'dependentSchemas'],
  ...['properties', 'patternProperties', 'additionalProperties', 'unevaluatedItems', 'unevaluatedProperties'],
];

/** The keywords that are judged, by name. */
export const keywords: Readonly<Record<string, KnownKeyword>> = Object.fromEntries(
  order.map((name, place) => {
    const only = dialects[name];
    return [name, { judge: judges[name] as Keyword, order: place, ...(only === undefined ? {} : { dialects: only }) }];
  }),
);
