import { type CallAnswer, type JsonSchema, textContent, type ToolDescriptor, type ToolrackError } from '@toolrack/contracts';
import { bestIssue, issuePath, issuesOf } from '../validation/best-issue.js';

/** Longest explanation of an error in characters. */
const longestMessage = 600;

/** What a model is told of arguments that do not fit. */
export interface ArgumentFault {
  readonly error: string;
  /** For example `arguments.filter.tags[0]["odd key"]`. */
  readonly path: string;
  /** The keyword of the schema, for example `enum`. */
  readonly constraint: string;
  /** The whole schema of the parameters. */
  readonly parameters: JsonSchema;
  readonly hint: string;
}

function oneLine(text: string): string {
  const characters = [...text.replace(/\s+/gu, ' ').trim()];
  return characters.length <= longestMessage ? characters.join('') : `${characters.slice(0, longestMessage - 1).join('')}…`;
}

/** Names all missing required parameters at once; otherwise the one issue that says most. */
function describeFault(error: ToolrackError, tool: ToolDescriptor): Omit<ArgumentFault, 'parameters' | 'hint'> {
  const issues = issuesOf(error);
  const missing = issues.filter((issue) => issue.keyword === 'required' && /^\/[^/]*$/u.test(issue.path));
  if (missing.length > 0) {
    const names = [...new Set(missing.map((issue) => issue.path.slice(1).replaceAll('~1', '/').replaceAll('~0', '~')))].join(', ');
    const what = `missing required ${missing.length === 1 ? 'argument' : 'arguments'} ${names}`;
    return { error: oneLine(`${tool.name}: ${what}. The tool was not invoked.`), path: 'arguments', constraint: 'required' };
  }
  const issue = bestIssue(issues);
  const path = issuePath(issue);
  const explained = [...oneLine(`${path} ${issue.message}`)].slice(0, longestMessage - 80).join('');
  return { error: oneLine(`${tool.name}: ${explained}. The tool was not invoked.`), path, constraint: issue.keyword };
}

/** The failed answer for arguments that do not fit: JSON that says what is wrong, where, and how the parameters look. */
export function argumentFault(error: ToolrackError, tool: ToolDescriptor): CallAnswer {
  const fault: ArgumentFault = {
    ...describeFault(error, tool),
    parameters: tool.inputSchema,
    hint: 'Correct the arguments to fit parameters and call the tool again.',
  };
  const { code, kind } = error;
  const details = { ...fault, error: { code, kind, message: fault.error, hint: fault.hint, toolId: tool.id } };
  return { content: textContent(JSON.stringify(fault)), details, isError: true };
}
