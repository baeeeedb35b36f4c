import type { JsonSchema } from './json.js';

/** One way in which a value does not fit a schema. */
export interface SchemaIssue {
  /** JSON Pointer of the offending place, `""` for the root. A missing property is reported at its own path. */
  readonly path: string;
  /** The schema keyword, for example `required`, `type`, `enum`, `additionalProperties`. */
  readonly keyword: string;
  readonly message: string;
  /** The keyword's own facts as the validator gives them. */
  readonly params: Readonly<Record<string, unknown>>;
}

/** A compiled schema. */
export interface CompiledSchema {
  /** Empty when the value fits. */
  check(value: unknown): readonly SchemaIssue[];
}

/** Compiles JSON Schemas of draft-07, 2019-09 and 2020-12. */
export interface SchemaValidator {
  /** Cached by content. Throws a plain `Error` whose message says why the schema cannot be compiled; external references are never fetched. */
  compile(schema: JsonSchema): CompiledSchema;
}

/** The text of an issue list: `path: message; path: message`. */
export function issueText(issues: readonly SchemaIssue[]): string {
  return issues.map((issue) => `${issue.path === '' ? '(root)' : issue.path}: ${issue.message}`).join('; ');
}
