import type { JsonObject, JsonSchema, JsonValue, SchemaIssue } from '@toolrack/contracts';
import { EvaluatedParts } from './evaluated-parts.js';
import type { SchemaPlan } from './schema-plan.js';
import { pointerOf, type Path } from './schema-shape.js';

/** Issues kept for one value. */
export const mostIssues = 50;
/** Schemas inside of schemas that a value is handed to, one inside the other: far from the end of the stack, far beyond 128 levels of a value. */
const mostNested = 1_000;

/** Work of writing an issue down. */
const issueWork = 20;

/** Thrown where a value takes more work to check than is allowed. */
export class TooMuchWork extends Error {}

/** The resources that were entered on the way to a schema, for dynamic references; the innermost first. */
export interface DynamicScope {
  readonly base: string;
  readonly outer: DynamicScope | undefined;
}

/** A keyword of a schema with what it was given. */
export interface Rule {
  readonly keyword: Keyword;
  readonly argument: JsonValue;
  readonly order: number;
}

/** A schema made ready: its keywords in the order of their evaluation. */
export interface PreparedSchema {
  readonly rules: readonly Rule[];
  readonly base: string;
}

/** Where an evaluation stands: one schema and one place of the value. */
export interface Frame {
  readonly evaluation: Evaluation;
  readonly schema: JsonObject;
  readonly path: Path | undefined;
  /** `undefined` where nobody wants to hear of issues. */
  readonly issues: SchemaIssue[] | undefined;
  /** What of the value was looked at; kept only for schemas that ask for it. */
  readonly parts: EvaluatedParts | undefined;
  readonly scope: DynamicScope;
}

/** One check of one value: hands parts of it to parts of the schema and counts the work. */
export class Evaluation {
  private work = 0;
  private nested = 0;

  constructor(
    readonly plan: SchemaPlan,
    private readonly prepare: (schema: JsonObject) => PreparedSchema,
    /** Units of about 50 nanoseconds. */
    private readonly mostWork: number,
  ) {}

  /** Throws `TooMuchWork`. */
  check(value: unknown): readonly SchemaIssue[] {
    const issues: SchemaIssue[] = [];
    this.apply(this.plan.root, value, undefined, issues, undefined, undefined);
    return issues;
  }

  readonly spend = (work: number): void => {
    this.work += work;
    if (this.work > this.mostWork) throw new TooMuchWork();
  };

  /** Whether the value fits a subschema that is applied in place. `issues`: where to put them, if anywhere. */
  inPlace(schema: JsonSchema, value: unknown, frame: Frame, issues: SchemaIssue[] | undefined, scope = frame.scope): boolean {
    return this.apply(schema, value, frame.path, issues, frame.parts, scope);
  }

  /** Whether the value fits a subschema of which nothing is to be noted. */
  apart(schema: JsonSchema, value: unknown, frame: Frame, issues?: SchemaIssue[]): boolean {
    return this.apply(schema, value, frame.path, issues, undefined, frame.scope);
  }

  /** Whether a member or item fits. */
  member(schema: JsonSchema, value: unknown, key: string | number, frame: Frame, issues = frame.issues): boolean {
    return this.apply(schema, value, { key, above: frame.path }, issues, undefined, frame.scope);
  }

  private apply(
    schema: JsonSchema,
    value: unknown,
    path: Path | undefined,
    issues: SchemaIssue[] | undefined,
    around: EvaluatedParts | undefined,
    outer: DynamicScope | undefined,
  ): boolean {
    this.spend(2);
    if (typeof schema === 'boolean') {
      if (!schema) addIssue(issues, path, 'false schema', 'nothing is allowed here', {});
      return schema;
    }
    const { rules, base } = this.prepare(schema);
    this.spend(rules.length);
    if (this.nested >= mostNested) throw new TooMuchWork();
    this.nested += 1;
    const scope = outer !== undefined && outer.base === base ? outer : { base, outer };
    const parts = this.plan.tracksParts ? new EvaluatedParts() : undefined;
    const frame: Frame = { evaluation: this, schema, path, issues, parts, scope };
    let isValid = true;
    for (const { keyword, argument } of rules) if (!keyword(argument, value, frame)) isValid = false;
    this.nested -= 1;
    if (isValid && parts !== undefined && around !== undefined) this.spend(around.add(parts));
    return isValid;
  }
}

/** Answers false, so that a keyword can end with it. */
export function fail(frame: Frame, keyword: string, message: string, params: Readonly<Record<string, unknown>>, member?: string): false {
  if (isHeard(frame)) {
    frame.evaluation.spend(issueWork);
    addIssue(frame.issues, member === undefined ? frame.path : { key: member, above: frame.path }, keyword, message, params);
  }
  return false;
}

/** Whether one more issue would be kept. */
export function isHeard({ issues }: Frame): boolean {
  return issues !== undefined && issues.length < mostIssues;
}

function addIssue(
  issues: SchemaIssue[] | undefined,
  path: Path | undefined,
  keyword: string,
  message: string,
  params: Readonly<Record<string, unknown>>,
): void {
  if (issues !== undefined && issues.length < mostIssues) issues.push({ path: pointerOf(path), keyword, message, params });
}

/** Hands on what branches complained of. */
export function report(frame: Frame, issues: readonly SchemaIssue[]): void {
  const { issues: into } = frame;
  frame.evaluation.spend(issues.length);
  if (into !== undefined) into.push(...issues.slice(0, mostIssues - into.length));
}

/** Judges one keyword: its argument in the schema, the value, and where both stand. False when the value does not fit. */
export type Keyword = (argument: JsonValue, value: unknown, frame: Frame) => boolean;
