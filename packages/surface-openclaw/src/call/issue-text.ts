import { shownValue, type SchemaIssue } from '@toolrack/contracts';

/** Most allowed values that an error lists. */
const mostValues = 12;
/** Most characters of each. */
const longestValue = 200;
/** Most UTF-8 bytes of an issue about a result. */
const outputIssueBytes = 256;
/** Most issues about a result. */
const mostOutputIssues = 5;

/** Issues in a `SchemaIssue[]` field of an error; anything else is no issue. */
export function issuesOf(fields: Readonly<Record<string, unknown>>): readonly SchemaIssue[] {
  const { issues } = fields;
  return Array.isArray(issues) ? (issues as readonly SchemaIssue[]) : [];
}

function reason({ message, params, path }: SchemaIssue): string {
  const { allowedValues, additionalProperty, allowedValue } = params;
  if (Array.isArray(allowedValues)) {
    const shown = allowedValues.slice(0, mostValues).map((value) => shownValue(value, longestValue));
    const rest = allowedValues.length > shown.length ? ` and ${allowedValues.length - shown.length} more` : '';
    return `must be one of ${shown.join(', ')}${rest}`;
  }
  if (typeof additionalProperty === 'string' && !path.endsWith(`/${additionalProperty}`)) {
    return `${message} (${JSON.stringify(additionalProperty)})`;
  }
  if (allowedValue !== undefined) return `${message} ${shownValue(allowedValue, longestValue)}`;
  return message;
}

/** One issue as `path: message`; the root is `(root)`. */
export function issueText(issue: SchemaIssue): string {
  return `${issue.path === '' ? '(root)' : issue.path}: ${reason(issue)}`;
}

function firstBytes(text: string, most: number): string {
  if (Buffer.byteLength(text, 'utf8') <= most) return text;
  const bytes = Buffer.from(text, 'utf8').subarray(0, most - 3);
  return `${new TextDecoder('utf-8').decode(bytes).replace(/\uFFFD+$/u, '')}...`;
}

/** The first five issues about a result, each at most 256 bytes, and how many more there are. */
export function outputIssuesText(issues: readonly SchemaIssue[], more = 0): string {
  const shown = issues.slice(0, mostOutputIssues).map((issue) => firstBytes(issueText(issue), outputIssueBytes));
  const rest = issues.length - shown.length + more;
  return `${shown.join('; ')}${rest > 0 ? `; and ${rest} more` : ''}`;
}
