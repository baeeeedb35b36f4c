import { isJsonObject, type JsonSchema, type SchemaIssue, type ToolrackError } from '@toolrack/contracts';

/** Keywords that only say that none of several branches fitted. */
const weak: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'if', 'not']);
/** Keywords whose issue is reported at the member and means the object around it. */
const ofParent: ReadonlySet<string> = new Set(['required', 'additionalProperties', 'unevaluatedProperties', 'dependentRequired']);

const unknownIssue: SchemaIssue = Object.freeze({ path: '', keyword: 'schema', message: 'does not fit the schema', params: {} });

/** The issues that the pipeline attached to an error. */
export function issuesOf(error: ToolrackError): readonly SchemaIssue[] {
  const issues = error.fields['issues'];
  return Array.isArray(issues) ? (issues as SchemaIssue[]) : [];
}

function segments(path: string): readonly string[] {
  return path === ''
    ? []
    : path
        .slice(1)
        .split('/')
        .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function place({ path, keyword }: SchemaIssue): readonly string[] {
  const parts = segments(path);
  return ofParent.has(keyword) ? parts.slice(0, -1) : parts;
}

/** The issue that says most: nearest to the root, a concrete keyword before a failed choice, the first of equals. */
export function bestIssue(issues: readonly SchemaIssue[]): SchemaIssue {
  const rank = (issue: SchemaIssue): number => place(issue).length * 2 + (weak.has(issue.keyword) ? 1 : 0);
  return (
    issues.reduce<SchemaIssue | undefined>((best, issue) => (best === undefined || rank(issue) < rank(best) ? issue : best), undefined) ??
    unknownIssue
  );
}

/** The place of an issue as an expression: `arguments.a.b[0]["odd key"]`. */
export function issuePath(issue: SchemaIssue): string {
  return place(issue).reduce((path, part) => {
    if (/^\d+$/u.test(part)) return `${path}[${part}]`;
    return /^[A-Za-z_$][\w$]*$/u.test(part) ? `${path}.${part}` : `${path}[${JSON.stringify(part)}]`;
  }, 'arguments');
}

/** Most issues that are told besides the best. */
const mostOthers = 4;

/** The other issues worth telling; none where choices failed, since each branch then complains of its own. */
export function otherIssues(issues: readonly SchemaIssue[]): readonly SchemaIssue[] {
  if (issues.some((issue) => weak.has(issue.keyword))) return [];
  const best = bestIssue(issues);
  return issues.filter((issue) => issue !== best).slice(0, mostOthers);
}

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/gu, '');

/** The parameter that an unknown name is another spelling of (`maxResults` for `max_results`). */
export function intendedName(name: string, schema: JsonSchema): string | undefined {
  const properties = isJsonObject(schema) ? schema['properties'] : undefined;
  if (!isJsonObject(properties)) return undefined;
  return Object.keys(properties).find((candidate) => candidate !== name && plain(candidate) === plain(name));
}
