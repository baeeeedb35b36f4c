import type { JsonSchema, JsonValue, SchemaIssue } from '@toolrack/contracts';
import { fail, type Frame, isHeard, type Keyword, mostIssues, report } from './evaluation.js';
import { canonical } from './value-keywords.js';

const isArray = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** Items from `start` on against one schema. */
function judgeItems(schema: JsonValue, value: readonly unknown[], start: number, frame: Frame): boolean {
  let isValid = true;
  for (let place = start; place < value.length; place += 1) {
    if (!frame.evaluation.member(schema as JsonSchema, value[place], place, frame)) isValid = false;
  }
  frame.parts?.itemsUpTo(value.length);
  return isValid;
}

/** The first items against a schema each. */
function judgeTuple(schemas: readonly JsonSchema[], value: readonly unknown[], frame: Frame): boolean {
  let isValid = true;
  schemas.slice(0, value.length).forEach((schema, place) => {
    if (!frame.evaluation.member(schema, value[place], place, frame)) isValid = false;
  });
  frame.parts?.itemsUpTo(Math.min(schemas.length, value.length));
  return isValid;
}

/** What follows a tuple: `false` counts, so that a long rest is told of once. */
function judgeRest(keyword: string, schema: JsonValue, value: readonly unknown[], length: number, frame: Frame): boolean {
  if (schema !== false) return judgeItems(schema, value, length, frame);
  frame.parts?.itemsUpTo(value.length);
  return value.length <= length || fail(frame, keyword, `must NOT have more than ${length} items`, { limit: length });
}

function contains(schema: JsonSchema, value: readonly unknown[], frame: Frame): boolean {
  const isCounted = frame.evaluation.plan.dialect !== 'draft-07';
  const { minContains, maxContains } = frame.schema;
  const least = isCounted && typeof minContains === 'number' ? minContains : 1;
  const most = isCounted && typeof maxContains === 'number' ? maxContains : undefined;
  const issues: SchemaIssue[] = [];
  let count = 0;
  value.forEach((item, place) => {
    const own: SchemaIssue[] | undefined = isHeard(frame) && issues.length < mostIssues ? [] : undefined;
    if (frame.evaluation.member(schema, item, place, frame, own)) {
      count += 1;
      // In 2019-09 `contains` does not say what it has looked at.
      if (frame.evaluation.plan.dialect === '2020-12') frame.parts?.item(place);
    } else if (own !== undefined) issues.push(...own.slice(0, mostIssues - issues.length));
  });
  if (count >= least && (most === undefined || count <= most)) return true;
  report(frame, issues);
  const bounds = most === undefined ? `at least ${least}` : `at least ${least} and no more than ${most}`;
  return fail(frame, 'contains', `must contain ${bounds} valid item(s)`, {
    minContains: least,
    ...(most === undefined ? {} : { maxContains: most }),
  });
}

/** Items are told apart by their canonical form, so that a list of any length takes time in proportion to it. */
function uniqueItems(value: readonly unknown[], frame: Frame): boolean {
  const places = new Map<string, number>();
  for (const [j, item] of value.entries()) {
    const text = canonical(item, frame);
    const i = places.get(text);
    if (i !== undefined)
      return fail(frame, 'uniqueItems', `must NOT have duplicate items (items ## ${i} and ${j} are identical)`, { i, j });
    places.set(text, j);
  }
  return true;
}

/** Keywords of lists. */
export const itemKeywords: Readonly<Record<string, Keyword>> = {
  minItems: (limit, value, frame) =>
    !isArray(value) ||
    value.length >= (limit as number) ||
    fail(frame, 'minItems', `must NOT have fewer than ${limit as number} items`, { limit }),
  maxItems: (limit, value, frame) =>
    !isArray(value) ||
    value.length <= (limit as number) ||
    fail(frame, 'maxItems', `must NOT have more than ${limit as number} items`, { limit }),
  uniqueItems: (isWanted, value, frame) => !isArray(value) || isWanted !== true || uniqueItems(value, frame),
  prefixItems: (schemas, value, frame) => !isArray(value) || judgeTuple(schemas as readonly JsonSchema[], value, frame),
  items: (schema, value, frame) => {
    if (!isArray(value)) return true;
    if (Array.isArray(schema)) return judgeTuple(schema as readonly JsonSchema[], value, frame);
    const { prefixItems } = frame.schema;
    const isTuple = frame.evaluation.plan.dialect === '2020-12' && Array.isArray(prefixItems);
    return isTuple ? judgeRest('items', schema, value, prefixItems.length, frame) : judgeItems(schema, value, 0, frame);
  },
  additionalItems: (schema, value, frame) => {
    const { items } = frame.schema;
    return !isArray(value) || !Array.isArray(items) || judgeRest('additionalItems', schema, value, items.length, frame);
  },
  contains: (schema, value, frame) => !isArray(value) || contains(schema as JsonSchema, value, frame),
  unevaluatedItems: (schema, value, frame) => {
    if (!isArray(value)) return true;
    const rest = value.flatMap((_item, place) => (frame.parts?.hasItem(place) === true ? [] : [place]));
    frame.evaluation.spend(value.length);
    frame.parts?.itemsUpTo(value.length);
    if (schema === false && rest.length > 0) {
      const limit = rest[0] as number;
      return fail(frame, 'unevaluatedItems', `must NOT have more than ${limit} items`, { limit });
    }
    let isValid = true;
    for (const place of rest) if (!frame.evaluation.member(schema as JsonSchema, value[place], place, frame)) isValid = false;
    return isValid;
  },
};
