import { hasOneType, type CheckedSchema } from './declared-type.js';
import { compileMatcher } from './matcher.js';
import { readings } from './readings.js';
import type { ArgumentCondition, RuleConditions } from './rule.js';

/**
 * True when the arguments of a call fulfil all conditions. `schema`: they fit it, so that a value whose type it declares has the type that the
 * tool gets; every other value counts as whatever a tool may convert it to. Only rules that deny or ask look at arguments.
 */
export type ArgumentMatcher = (callArguments: unknown, schema: CheckedSchema) => boolean;

const itself = (value: unknown): readonly unknown[] => [value];

/** `/files/0/path` (JSON pointer) or `files.0.path`; a segment `*` stands for every element or property. */
export function parsePath(path: string): readonly string[] {
  if (!path.startsWith('/')) return path.split('.');
  return path
    .slice(1)
    .split('/')
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** All values at the path. Own properties only, so `__proto__` and its like lead nowhere. */
function valuesAt(root: unknown, segments: readonly string[], read: typeof itself): readonly unknown[] {
  let values: readonly unknown[] = [root];
  for (const segment of segments) {
    values = values.flatMap(read).flatMap((value): readonly unknown[] => {
      if (typeof value !== 'object' || value === null) return [];
      if (segment === '*') return Object.values(value);
      return Object.hasOwn(value, segment) ? [(value as Record<string, unknown>)[segment]] : [];
    });
  }
  return values.filter((value) => value !== undefined);
}

/** Equality as JSON; the order of keys does not count. */
function isEqual(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length &&
    keys.every(
      (key) => Object.hasOwn(right, key) && isEqual((left as Record<string, unknown>)[key], (right as Record<string, unknown>)[key]),
    )
  );
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

type ValueTest = (value: unknown) => boolean;

/** One test over one value for each key of the condition that says what the value is. */
function valueTests({ equals, oneOf, pattern, above, below }: ArgumentCondition): readonly ValueTest[] {
  const tests: ValueTest[] = [];
  if (equals !== undefined) tests.push((value) => isEqual(value, equals));
  if (oneOf !== undefined) tests.push((value) => oneOf.some((one) => isEqual(value, one)));
  if (pattern !== undefined) {
    const matches = compileMatcher(pattern);
    tests.push((value) => isScalar(value) && matches(String(value)));
  }
  if (above !== undefined) tests.push((value) => typeof value === 'number' && value > above);
  if (below !== undefined) tests.push((value) => typeof value === 'number' && value < below);
  return tests;
}

/** What the value is not, asked of the value as it was given: whatever it may be read as, it is something else than itself. */
function exceptionTest({ notPattern }: ArgumentCondition): ValueTest {
  if (notPattern === undefined) return () => true;
  const matches = compileMatcher(notPattern);
  return (value) => isScalar(value) && !matches(String(value));
}

/** The values and what is in arrays among them, however deep, so that a forbidden value cannot hide among others. */
function withMembers(values: readonly unknown[], read: typeof itself): readonly unknown[] {
  const all = [...values];
  // The array grows while it is gone through.
  for (const value of all) for (const one of read(value)) if (Array.isArray(one)) for (const member of one as unknown[]) all.push(member);
  return all;
}

function compileCondition(path: string, condition: ArgumentCondition): ArgumentMatcher {
  const segments = parsePath(path);
  const tests = valueTests(condition);
  const isNoException = exceptionTest(condition);
  const asksForValue = tests.length > 0 || condition.notPattern !== undefined;
  const { exists } = condition;
  return (callArguments, schema) => {
    const read = hasOneType(schema, segments) ? itself : readings;
    const values = valuesAt(callArguments, segments, read);
    if (exists !== undefined && exists !== values.length > 0) return false;
    if (!asksForValue) return true;
    return withMembers(values, read).some((value) => isNoException(value) && read(value).some((one) => tests.every((test) => test(one))));
  };
}

/** Compiles the `arguments` of a rule. */
export function compileArguments(conditions: NonNullable<RuleConditions['arguments']>): ArgumentMatcher {
  const matchers = Object.entries(conditions).map(([path, given]) =>
    compileCondition(path, typeof given === 'object' && given !== null ? given : { equals: given }),
  );
  return (callArguments, schema) => matchers.every((matches) => matches(callArguments, schema));
}
