import { isJsonObject, type JsonObject, type JsonSchema, type JsonValue, type SchemaIssue } from '@toolrack/contracts';
import { type DynamicScope, fail, type Frame, isHeard, type Keyword, mostIssues, report } from './evaluation.js';

/** Which of several schemas fit, until enough do, and what the others complained of. */
function judgeAll(
  schemas: JsonValue,
  value: unknown,
  frame: Frame,
  enough = Infinity,
): { readonly fitting: readonly number[]; readonly issues: SchemaIssue[] } {
  const issues: SchemaIssue[] = [];
  const fitting: number[] = [];
  for (const [place, schema] of (schemas as readonly JsonSchema[]).entries()) {
    if (fitting.length >= enough) break;
    const own: SchemaIssue[] | undefined = isHeard(frame) && issues.length < mostIssues ? [] : undefined;
    if (frame.evaluation.inPlace(schema, value, frame, own)) fitting.push(place);
    else if (own !== undefined) {
      frame.evaluation.spend(own.length);
      issues.push(...own.slice(0, mostIssues - issues.length));
    }
  }
  return { fitting, issues };
}

function follow(schema: JsonSchema, value: unknown, frame: Frame): boolean {
  const { plan } = frame.evaluation;
  const base = isJsonObject(schema) ? plan.resources.base(schema) : frame.scope.base;
  const scope: DynamicScope = base === frame.scope.base ? frame.scope : { base, outer: frame.scope };
  return frame.evaluation.inPlace(schema, value, frame, frame.issues, scope);
}

/** The outermost schema on the way here that has the anchor, which takes the place of the target. */
function outermost(name: string, frame: Frame): JsonObject | undefined {
  let found: JsonObject | undefined;
  for (let scope: DynamicScope | undefined = frame.scope; scope !== undefined; scope = scope.outer) {
    frame.evaluation.spend(1);
    found = frame.evaluation.plan.resources.dynamicAnchor(scope.base, name) ?? found;
  }
  return found;
}

/** Keywords that hand the whole value to other schemas. */
export const applicators: Readonly<Record<string, Keyword>> = {
  $ref: (reference, value, frame) => follow(frame.evaluation.plan.target(frame.schema, reference as string), value, frame),
  $dynamicRef: (reference, value, frame) => {
    const { resources } = frame.evaluation.plan;
    const target = resources.resolve(reference as string, frame.schema) ?? true;
    const name = isJsonObject(target) ? target['$dynamicAnchor'] : undefined;
    const isDynamic = typeof name === 'string' && (reference as string).endsWith(`#${name}`);
    return follow((isDynamic ? outermost(name, frame) : undefined) ?? target, value, frame);
  },
  $recursiveRef: (reference, value, frame) => {
    const target = frame.evaluation.plan.resources.resolve(reference as string, frame.schema) ?? true;
    const isDynamic = isJsonObject(target) && target['$recursiveAnchor'] === true;
    return follow((isDynamic ? outermost('', frame) : undefined) ?? target, value, frame);
  },
  not: (schema, value, frame) => {
    if (!frame.evaluation.apart(schema as JsonSchema, value, frame)) return true;
    return fail(frame, 'not', 'must NOT be valid', {});
  },
  anyOf: (schemas, value, frame) => {
    const { fitting, issues } = judgeAll(schemas, value, frame);
    if (fitting.length > 0) return true;
    report(frame, issues);
    return fail(frame, 'anyOf', 'must match a schema in anyOf', {});
  },
  oneOf: (schemas, value, frame) => {
    const { fitting, issues } = judgeAll(schemas, value, frame, 2);
    if (fitting.length === 1) return true;
    report(frame, issues);
    return fail(frame, 'oneOf', 'must match exactly one schema in oneOf', {
      passingSchemas: fitting.length === 0 ? null : fitting,
    });
  },
  allOf: (schemas, value, frame) => {
    let isValid = true;
    for (const schema of schemas as readonly JsonSchema[])
      if (!frame.evaluation.inPlace(schema, value, frame, frame.issues)) isValid = false;
    return isValid;
  },
  if: (schema, value, frame) => {
    const isPositive = frame.evaluation.inPlace(schema as JsonSchema, value, frame, undefined);
    const keyword = isPositive ? 'then' : 'else';
    const branch = frame.schema[keyword] as JsonSchema | undefined;
    if (branch === undefined || frame.evaluation.inPlace(branch, value, frame, frame.issues)) return true;
    return fail(frame, 'if', `must match "${keyword}" schema`, { failingKeyword: keyword });
  },
};
