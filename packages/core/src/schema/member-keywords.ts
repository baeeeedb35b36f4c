import { isJsonObject, type JsonObject, type JsonSchema, type SchemaIssue } from '@toolrack/contracts';
import { fail, type Frame, isHeard, type Keyword } from './evaluation.js';
import { matches } from './value-keywords.js';
import { isObject, own } from './value-tests.js';

/** From so many members on objects are hash tables, which take several times as long to go through. */
const manyNames = 1_000;

type Members = Readonly<Record<string, unknown>>;

/** The names of an object's members, at the price of their number. */
function namesOf(value: Members, frame: Frame): readonly string[] {
  const names = Object.keys(value);
  frame.evaluation.spend(names.length < manyNames ? names.length : names.length * 6);
  return names;
}

/** The issue of a name that has to be there because another one is, or anyway. */
function missing(
  keyword: string,
  name: string,
  frame: Frame,
  because?: { readonly property: string; readonly deps: readonly string[] },
): false {
  if (because === undefined) return fail(frame, keyword, `must have required property '${name}'`, { missingProperty: name }, name);
  if (!isHeard(frame)) return false;
  const { property, deps } = because;
  const list = deps.join(', ');
  const message = `must have propert${deps.length === 1 ? 'y' : 'ies'} ${list} when property ${property} is present`;
  return fail(frame, keyword, message, { property, missingProperty: name, depsCount: deps.length, deps: list }, name);
}

/** Names that are wanted where another one is. */
function dependent(keyword: string, wanted: JsonObject, value: Members, frame: Frame): boolean {
  let isValid = true;
  for (const property of frame.evaluation.plan.namesIn(wanted, value)) {
    frame.evaluation.spend(1);
    const part = wanted[property];
    if (part === undefined || own(value, property) === undefined) continue;
    if (!Array.isArray(part)) {
      if (!frame.evaluation.inPlace(part as JsonSchema, value, frame, frame.issues)) isValid = false;
      continue;
    }
    const deps = part as readonly string[];
    frame.evaluation.spend(2 * deps.length);
    for (const name of deps) if (own(value, name) === undefined) isValid = missing(keyword, name, frame, { property, deps });
  }
  return isValid;
}

/** Whether `properties` or a pattern speaks of a name. */
function isNamed(name: string, frame: Frame): boolean {
  const { properties, patternProperties } = frame.schema;
  if (isJsonObject(properties) && Object.hasOwn(properties, name)) return true;
  return isJsonObject(patternProperties) && Object.keys(patternProperties).some((pattern) => matches(pattern, name, frame));
}

/** Members that nothing else spoke of. `keyword` names the issue. */
function judgeRest(keyword: string, schema: JsonSchema, names: readonly string[], value: Members, frame: Frame): boolean {
  const what = keyword === 'additionalProperties' ? 'additional' : 'unevaluated';
  const param = keyword === 'additionalProperties' ? 'additionalProperty' : 'unevaluatedProperty';
  let isValid = true;
  for (const name of names) {
    if (schema === false) isValid = fail(frame, keyword, `must NOT have ${what} properties`, { [param]: name }, name);
    else if (!frame.evaluation.member(schema, value[name], name, frame)) isValid = false;
  }
  frame.parts?.everyName();
  return isValid;
}

/** Keywords of objects. */
export const memberKeywords: Readonly<Record<string, Keyword>> = {
  minProperties: (limit, value, frame) =>
    !isObject(value) ||
    namesOf(value, frame).length >= (limit as number) ||
    fail(frame, 'minProperties', `must NOT have fewer than ${limit as number} properties`, { limit }),
  maxProperties: (limit, value, frame) =>
    !isObject(value) ||
    namesOf(value, frame).length <= (limit as number) ||
    fail(frame, 'maxProperties', `must NOT have more than ${limit as number} properties`, { limit }),
  required: (names, value, frame) => {
    if (!isObject(value)) return true;
    frame.evaluation.spend((names as readonly string[]).length);
    let isValid = true;
    for (const name of names as readonly string[]) if (own(value, name) === undefined) isValid = missing('required', name, frame);
    return isValid;
  },
  dependentRequired: (wanted, value, frame) => !isObject(value) || dependent('dependentRequired', wanted as JsonObject, value, frame),
  dependentSchemas: (wanted, value, frame) => !isObject(value) || dependent('dependentSchemas', wanted as JsonObject, value, frame),
  dependencies: (wanted, value, frame) => !isObject(value) || dependent('dependencies', wanted as JsonObject, value, frame),
  propertyNames: (schema, value, frame) => {
    if (!isObject(value)) return true;
    let isValid = true;
    for (const propertyName of namesOf(value, frame)) {
      const issues: SchemaIssue[] | undefined = frame.issues;
      if (frame.evaluation.apart(schema as JsonSchema, propertyName, frame, issues)) continue;
      isValid = fail(frame, 'propertyNames', 'property name must be valid', { propertyName });
    }
    return isValid;
  },
  properties: (schemas, value, frame) => {
    if (!isObject(value)) return true;
    let isValid = true;
    for (const name of frame.evaluation.plan.namesIn(schemas as JsonObject, value)) {
      frame.evaluation.spend(1);
      const member = own(value, name);
      if (member === undefined) continue;
      frame.parts?.name(name);
      if (!frame.evaluation.member((schemas as JsonObject)[name] as JsonSchema, member, name, frame)) isValid = false;
    }
    return isValid;
  },
  patternProperties: (schemas, value, frame) => {
    if (!isObject(value)) return true;
    const names = namesOf(value, frame);
    let isValid = true;
    for (const [pattern, schema] of Object.entries(schemas as JsonObject)) {
      for (const name of names) {
        if (!matches(pattern, name, frame)) continue;
        frame.parts?.name(name);
        if (!frame.evaluation.member(schema as JsonSchema, value[name], name, frame)) isValid = false;
      }
    }
    return isValid;
  },
  additionalProperties: (schema, value, frame) => {
    if (!isObject(value)) return true;
    const names = namesOf(value, frame).filter((name) => value[name] !== undefined && !isNamed(name, frame));
    return judgeRest('additionalProperties', schema as JsonSchema, names, value, frame);
  },
  unevaluatedProperties: (schema, value, frame) => {
    if (!isObject(value)) return true;
    const names = namesOf(value, frame).filter((name) => value[name] !== undefined && frame.parts?.hasName(name) !== true);
    return judgeRest('unevaluatedProperties', schema as JsonSchema, names, value, frame);
  },
};
