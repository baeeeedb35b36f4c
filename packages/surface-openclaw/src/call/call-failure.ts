import { type CallAnswer, type CatalogEntry, errorAnswer, type ErrorDetails, renamedError, shownName } from '@toolrack/contracts';
import { type ToolDescriptor, type ToolrackError } from '@toolrack/contracts';
import { compactCandidate } from '../search/compact-candidate.js';
import { shownCandidate } from '../search/shown-candidate.js';
import { renderInputSignature } from '../signature/render-signature.js';
import { unknownType } from '../signature/signature-limits.js';
import { prettyJson } from '../text/bounded-text.js';
import { wrapUntrusted } from '../text/untrusted-envelope.js';
import { suggestParameters } from './argument-suggestions.js';
import { issuesOf, issueText, outputIssuesText } from './issue-text.js';

/** What a call that failed was about. */
export interface FailedCall {
  readonly tool: ToolDescriptor;
  readonly arguments: unknown;
  /** The name that the model called it by, where that is not the id. */
  readonly callName?: string;
}

function argumentsText(error: ToolrackError, { tool, arguments: given, callName = shownName(tool.id) }: FailedCall): string {
  const issues = issuesOf(error.fields);
  const isTrusted = tool.trust === 'trusted';
  const meant = isTrusted ? suggestParameters(issues, given, tool.inputSchema) : [];
  const signature = isTrusted ? renderInputSignature(tool.inputSchema) : unknownType;
  return [
    `Invalid arguments for ${callName}: ${issues.map(issueText).join('; ')}.`,
    ...(meant.length === 0 ? [] : [`Did you mean ${meant.map((name) => JSON.stringify(name)).join(', ')}?`]),
    ...(signature === unknownType ? [] : [`Expected input: ${signature}`]),
  ].join(' ');
}

function outputText(error: ToolrackError, { tool, callName = shownName(tool.id) }: FailedCall): string {
  const { more } = error.fields;
  const issues = outputIssuesText(issuesOf(error.fields), typeof more === 'number' ? more : 0);
  return `The result of ${callName} does not fit its outputSchema: ${issues}. The tool has run and may have had side effects: do not repeat the call blindly.`;
}

/** A veto as an ordinary result that says it is blocked, unless the tool promises a result of another shape. */
function blockedAnswer(error: ToolrackError, { tool }: FailedCall): CallAnswer {
  const reason = error.toModelText();
  if (tool.trust === 'trusted' && tool.outputSchema !== undefined) {
    return errorAnswer(error, `The call of ${shownName(tool.id)} was blocked before execution: ${reason}`);
  }
  const deniedReason = error.code === 'ERR_CALL_APPROVAL' ? 'approval' : 'policy';
  const result = {
    content: [{ type: 'text', text: reason }],
    details: { status: 'blocked', deniedReason, reason },
  };
  const { id, name, source } = shownCandidate(compactCandidate(tool));
  const text = prettyJson({ tool: { id, name, source }, result });
  const failed = errorAnswer(error, reason).details as { readonly error: ErrorDetails };
  return {
    content: [{ type: 'text', text }],
    details: { tool: compactCandidate(tool), result, status: 'blocked', ...failed },
    isError: true,
  };
}

/** The same answer with its text wrapped; the details stay as they are. */
function wrapped(answer: CallAnswer): CallAnswer {
  const content = answer.content.map((block) => (block.type === 'text' ? { ...block, text: wrapUntrusted(block.text) } : block));
  return { ...answer, content };
}

/**
 * The answer to a call that failed, worded for a model that is to do better: wrong arguments with the likely names and
 * the signature, a broken promise of the tool with a warning, a veto as a blocked result. What an untrusted tool or its
 * server says about its failure is wrapped like its results.
 */
export function callFailure(failed: ToolrackError, call: FailedCall): CallAnswer {
  const shown = shownName(call.tool.id);
  const error = shown === call.tool.id ? failed : renamedError(failed, call.tool.id, shown);
  const isForeign = call.tool.trust !== 'trusted';
  if (error.code === 'ERR_CALL_ARGUMENTS') {
    const answer = errorAnswer(error, argumentsText(error, call));
    // What is wrong inside the arguments is said in words of the schema, and that one is foreign.
    return isForeign && issuesOf(error.fields).some((issue) => issue.path !== '') ? wrapped(answer) : answer;
  }
  if (error.code === 'ERR_CALL_OUTPUT') return errorAnswer(error, outputText(error, call));
  if (error.kind === 'denied') return blockedAnswer(error, call);
  const answer = errorAnswer(error);
  return isForeign && error.code === 'ERR_CALL_FAILED' ? wrapped(answer) : answer;
}

/** The same for a tool that the model was shown and called by its own name: no envelope around it, and no id in the text. */
export function directFailure(error: ToolrackError, { tool, callName }: CatalogEntry, callArguments: unknown): CallAnswer {
  const renamed = renamedError(error, tool.id, callName);
  return error.kind === 'denied' ? errorAnswer(renamed) : callFailure(renamed, { tool, arguments: callArguments, callName });
}
