import { isJsonObject } from '@toolrack/contracts';
import type { JsonObject, JsonValue } from '@toolrack/contracts';
import { boundedPattern, type BoundedPattern } from './bounded-pattern.js';

/** True when a value fits. */
export type Accepts = (value: unknown) => boolean;

/** The schema around a keyword; each answers `undefined` for what is not plain. */
export interface SchemaScope {
  /** The test of a part of the schema. */
  test(part: unknown): Accepts | undefined;
  /** The test of a member of the root's `$defs`. */
  definition(name: string): Accepts | undefined;
}

/** Makes the test of one keyword: `true` where it asks for nothing, `undefined` for a form that is left to Ajv. */
type Keyword = (value: JsonValue, schema: JsonObject, scope: SchemaScope) => Accepts | true | undefined;

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => isJsonObject(value);
const isScalar = (value: JsonValue): boolean => typeof value !== 'object' || value === null;
const isStrings = (value: JsonValue): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string') && new Set(value).size === value.length;

const types: Readonly<Record<string, Accepts>> = {
  string: (value) => typeof value === 'string',
  number: isNumber,
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  array: Array.isArray,
  object: isObject,
};

/** A keyword whose value is an array of schemas. */
const branches =
  (fits: (tests: readonly Accepts[], given: unknown) => boolean): Keyword =>
  (value, _schema, scope) => {
    if (!Array.isArray(value) || value.length === 0) return undefined;
    const tests = (value as readonly JsonValue[]).map((part) => scope.test(part));
    return tests.every((test) => test !== undefined) ? (given) => fits(tests, given) : undefined;
  };

interface NamedTest {
  readonly name: string;
  readonly test: Accepts;
}

/** The tests of an object of schemas. */
function namedTests(value: JsonValue, scope: SchemaScope): readonly NamedTest[] | undefined {
  if (!isJsonObject(value) || Object.hasOwn(value, '__proto__')) return undefined;
  const tests = Object.entries(value).map(([name, part]) => ({ name, test: scope.test(part) }));
  return tests.every((named): named is NamedTest => named.test !== undefined) ? tests : undefined;
}

/** An object's own member: `constructor` and its like are members only where they were given. */
const own = (given: Readonly<Record<string, unknown>>, name: string): unknown => (Object.hasOwn(given, name) ? given[name] : undefined);

/** Whether all names of an object fit. */
function everyName(given: unknown, fits: (name: string, value: unknown) => boolean): boolean {
  if (!isObject(given)) return true;
  return Object.keys(given).every((name) => fits(name, given[name]));
}

function expressionOf(pattern: JsonValue): BoundedPattern | undefined {
  try {
    return typeof pattern === 'string' ? boundedPattern(pattern) : undefined;
  } catch {
    return undefined;
  }
}

/** The expressions of `patternProperties`; none when it is absent. */
function expressionsOf(value: JsonValue | undefined): readonly BoundedPattern[] | undefined {
  const expressions = isJsonObject(value) ? Object.keys(value).map(expressionOf) : value === undefined ? [] : [undefined];
  return expressions.every((expression) => expression !== undefined) ? expressions : undefined;
}

/** Characters of a text; a surrogate pair is one. */
function characters(text: string): number {
  let count = text.length;
  for (let index = 1; index < text.length; index += 1) {
    if ((text.charCodeAt(index) & 0xfc00) !== 0xdc00 || (text.charCodeAt(index - 1) & 0xfc00) !== 0xd800) continue;
    count -= 1;
    index += 1;
  }
  return count;
}

/** A bound of numbers. */
const bound =
  (fits: (given: number, limit: number) => boolean): Keyword =>
  (limit) =>
    isNumber(limit) ? (given) => !isNumber(given) || fits(given, limit) : undefined;
/** A bound of a size, which is `undefined` for values that have none. */
const size =
  (of: (given: unknown) => number | undefined, fits: (given: number, limit: number) => boolean): Keyword =>
  (limit) => {
    if (!isNumber(limit) || !Number.isInteger(limit) || limit < 0) return undefined;
    return (given) => {
      const counted = of(given);
      return counted === undefined || fits(counted, limit);
    };
  };
const ofString = (given: unknown): number | undefined => (typeof given === 'string' ? characters(given) : undefined);
const ofArray = (given: unknown): number | undefined => (Array.isArray(given) ? given.length : undefined);
const ofObject = (given: unknown): number | undefined => (isObject(given) ? Object.keys(given).length : undefined);
const atLeast = (given: number, limit: number): boolean => given >= limit;
const atMost = (given: number, limit: number): boolean => given <= limit;
const isText: Keyword = (value) => (typeof value === 'string' ? true : undefined);

/** The keywords that are judged without Ajv. */
export const plainKeywords: Readonly<Record<string, Keyword>> = {
  title: isText,
  description: isText,
  $comment: isText,
  default: () => true,
  $defs: (value, schema, scope) => (namedTests(value, scope) === undefined ? undefined : true),
  $ref: (value, schema, scope) => {
    const name = typeof value === 'string' ? /^#\/\$defs\/([A-Za-z0-9_-]+)$/u.exec(value)?.[1] : undefined;
    // Beside a reference only texts: what draft-07 makes of other keywords there is not what later dialects do.
    const isAlone = Object.keys(schema).every((key) => key === '$ref' || plainKeywords[key] === isText);
    return name === undefined || !isAlone ? undefined : scope.definition(name);
  },
  type: (value) => {
    const names = typeof value === 'string' ? [value] : value;
    if (!isStrings(names) || names.length === 0 || !names.every((name) => Object.hasOwn(types, name))) return undefined;
    const tests = names.map((name) => types[name] as Accepts);
    return tests.length === 1 ? tests[0] : (given) => tests.some((test) => test(given));
  },
  enum: (value) =>
    Array.isArray(value) && value.length > 0 && value.every(isScalar) && new Set(value).size === value.length
      ? (given) => value.includes(given)
      : undefined,
  const: (value) => (isScalar(value) ? (given) => given === value : undefined),
  required: (value) => (isStrings(value) ? (given) => !isObject(given) || value.every((key) => own(given, key) !== undefined) : undefined),
  properties: (value, _schema, scope) => {
    const tests = namedTests(value, scope);
    return (
      tests && ((given) => !isObject(given) || tests.every(({ name, test }) => own(given, name) === undefined || test(own(given, name))))
    );
  },
  patternProperties: (value, _schema, scope) => {
    const [tests, expressions] = [namedTests(value, scope), expressionsOf(value)];
    if (tests === undefined || expressions === undefined) return undefined;
    return (given) =>
      everyName(given, (name, member) => tests.every(({ test }, place) => expressions[place]?.test(name) !== true || test(member)));
  },
  additionalProperties: (value, { properties = {}, patternProperties }, scope) => {
    const [test, expressions] = [scope.test(value), expressionsOf(patternProperties)];
    if (test === undefined || expressions === undefined || !isJsonObject(properties)) return undefined;
    return (given) =>
      everyName(
        given,
        (name, member) => Object.hasOwn(properties, name) || expressions.some((expression) => expression.test(name)) || test(member),
      );
  },
  propertyNames: (value, _schema, scope) => {
    const test = scope.test(value);
    return test && ((given) => everyName(given, test));
  },
  items: (value, _schema, scope) => {
    const test = Array.isArray(value) ? undefined : scope.test(value);
    return test && ((given) => !Array.isArray(given) || (given as unknown[]).every((item) => test(item)));
  },
  minimum: bound(atLeast),
  maximum: bound(atMost),
  exclusiveMinimum: bound((given, limit) => given > limit),
  exclusiveMaximum: bound((given, limit) => given < limit),
  minLength: size(ofString, atLeast),
  maxLength: size(ofString, atMost),
  minItems: size(ofArray, atLeast),
  maxItems: size(ofArray, atMost),
  minProperties: size(ofObject, atLeast),
  maxProperties: size(ofObject, atMost),
  pattern: (value) => {
    const expression = expressionOf(value);
    return expression && ((given) => typeof given !== 'string' || expression.test(given));
  },
  anyOf: branches((tests, given) => tests.some((test) => test(given))),
  allOf: branches((tests, given) => tests.every((test) => test(given))),
  oneOf: branches((tests, given) => tests.filter((test) => test(given)).length === 1),
  not: (value, _schema, scope) => {
    const test = scope.test(value);
    return test && ((given) => !test(given));
  },
  if: (value, { then: positive = true, else: negative = true }, scope) => {
    const [test, onTrue, onFalse] = [scope.test(value), scope.test(positive), scope.test(negative)];
    return test && onTrue && onFalse && ((given) => (test(given) ? onTrue : onFalse)(given));
  },
  then: (value, _schema, scope) => scope.test(value) && true,
  else: (value, _schema, scope) => scope.test(value) && true,
};
