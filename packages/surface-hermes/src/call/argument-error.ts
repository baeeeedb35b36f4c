import {
  type CallAnswer,
  type CatalogEntry,
  errorAnswer,
  jsonForModel,
  type JsonSchema,
  renamedError,
  schemaForModel,
  shownSchema,
  type SchemaIssue,
  textContent,
  type ToolDescriptor,
  type ToolrackError,
} from '@toolrack/contracts';
import { hermesName } from '../deferral/tool-name.js';
import { bestIssue, intendedName, issuePath, issuesOf, otherIssues } from '../validation/best-issue.js';

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

const invoked = 'The tool was not invoked.';

function oneLine(text: string, most: number): string {
  const characters = [...text.replace(/\s+/gu, ' ').trim()];
  return characters.length <= most ? characters.join('') : `${characters.slice(0, most - 1).join('')}…`;
}

/** `<tool>: <what>. The tool was not invoked.`, whatever the length of `what`. */
function sentence(callName: string, what: string): string {
  const name = oneLine(callName, 128);
  return `${name}: ${oneLine(what, longestMessage - invoked.length - [...name].length - 4)}. ${invoked}`;
}

/** Names all missing required parameters at once; otherwise the one issue that says most. */
function describeFault(error: ToolrackError, tool: ToolDescriptor, callName: string): Omit<ArgumentFault, 'parameters' | 'hint'> {
  const issues = issuesOf(error);
  const missing = issues.filter((issue) => issue.keyword === 'required' && /^\/[^/]*$/u.test(issue.path));
  if (missing.length > 0) {
    const names = [...new Set(missing.map((issue) => issue.path.slice(1).replaceAll('~1', '/').replaceAll('~0', '~')))].join(', ');
    const what = `missing required ${missing.length === 1 ? 'argument' : 'arguments'} ${names}`;
    return { error: sentence(callName, what), path: 'arguments', constraint: 'required' };
  }
  const issue = bestIssue(issues);
  const others = otherIssues(issues).map((other) => explain(other, tool));
  const explained = sentence(callName, [explain(issue, tool), ...others].join('; '));
  return { error: explained, path: issuePath(issue), constraint: issue.keyword };
}

/** An issue in words: its place, what is wrong, and for an unknown parameter the one that may have been meant. */
function explain(issue: SchemaIssue, tool: ToolDescriptor): string {
  const extra: unknown = issue.params['additionalProperty'];
  if (typeof extra !== 'string') return `${issuePath(issue)} ${issue.message}`;
  const intended = issuePath(issue) === 'arguments' ? intendedName(extra, tool.inputSchema) : undefined;
  const advice = intended === undefined ? '' : `, did you mean ${JSON.stringify(intended)}?`;
  return `${issuePath(issue)} must not have ${JSON.stringify(extra)}${advice}`;
}

/** The failed answer for arguments that do not fit: JSON that says what is wrong, where, and how the parameters look. */
export function argumentFault(error: ToolrackError, tool: ToolDescriptor): CallAnswer {
  const fault: ArgumentFault = {
    ...jsonForModel(describeFault(error, tool, hermesName(tool))),
    parameters: schemaForModel(shownSchema(tool.inputSchema).schema),
    hint: 'Correct the arguments to fit parameters and call the tool again.',
  };
  const { code, kind } = error;
  const details = { ...fault, error: { code, kind, message: fault.error, hint: fault.hint, toolId: tool.id } };
  return { content: textContent(JSON.stringify(fault)), details, isError: true };
}

/**
 * The answer to a failed call of a directly listed tool, which is named as the model knows it. Wrong arguments are explained; their
 * schema is not repeated, since the model has it.
 */
export function directFailure(error: ToolrackError, { tool, callName }: CatalogEntry): CallAnswer {
  const isExplained = error.code === 'ERR_CALL_ARGUMENTS' && tool.trust === 'trusted' && issuesOf(error).length > 0;
  const renamed = renamedError(error, tool.id, callName);
  return isExplained ? errorAnswer(renamed, describeFault(error, tool, callName).error) : errorAnswer(renamed);
}
