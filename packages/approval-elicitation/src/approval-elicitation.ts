import {
  approval,
  ApprovalMemories,
  definePlugin,
  reasonOf,
  rememberApproval,
  untilAborted,
  type ApprovalDecision,
  type ApprovalRequest,
  type CallPeer,
  type JsonObject,
  type PluginHost,
} from '@toolrack/contracts';
import { readAnswer } from './read-answer.js';
import { choicesOffered, elicitationRequest } from './elicitation-request.js';

/** Options of `approvalElicitation`. */
export interface ApprovalElicitationOptions {
  /** Longest wait for an answer in milliseconds; the deadline of the request holds as well. */
  readonly timeoutMs?: number;
  /** Offer "allow and do not ask again" when a memory plugin is present (true). */
  readonly remember?: boolean;
}

const optionsSchema: JsonObject = {
  type: 'object',
  additionalProperties: false,
  properties: { timeoutMs: { type: 'integer', minimum: 1 }, remember: { type: 'boolean' } },
};

/** The longest delay of a timer in milliseconds. */
const longestDelay = 2 ** 31 - 1;
const by = 'client';

/** Asks the person behind the client that made the call. Whatever is no clear yes is a denial. */
async function ask(
  host: PluginHost,
  elicit: NonNullable<CallPeer['elicit']>,
  request: ApprovalRequest,
  options: Required<ApprovalElicitationOptions>,
  closing: AbortSignal,
): Promise<ApprovalDecision> {
  const canRemember = options.remember && host.contributions(ApprovalMemories).length > 0;
  if (request.signal.aborted) return approval('deny', { by, reason: 'the call was cancelled' });
  const delay = Math.min(request.deadline - Date.now(), options.timeoutMs, longestDelay);
  if (delay <= 0) return approval('deny', { by, reason: 'no answer in time' });
  const timeout = AbortSignal.timeout(delay);
  const signal = AbortSignal.any([timeout, request.signal, closing]);
  try {
    const asked = elicit(elicitationRequest(request, canRemember), { signal });
    const answer = readAnswer(await untilAborted(asked, signal), choicesOffered(canRemember));
    if (answer === 'deny') return approval('deny', { by, reason: 'denied by the person at the client' });
    const decision = approval('allow', { by, reason: 'allowed by the person at the client' });
    if (answer !== 'allow') rememberApproval(host, request, decision, { for: answer === 'allow-tool' ? 'tool' : 'call' });
    return decision;
  } catch (error) {
    if (request.signal.aborted) return approval('deny', { by, reason: 'the call was cancelled' });
    if (closing.aborted) return approval('deny', { by, reason: 'Toolrack is shutting down' });
    if (timeout.aborted) return approval('deny', { by, reason: 'no answer in time' });
    host.logger.warn(`the client could not be asked about ${request.tool.id}: ${reasonOf(error)}`);
    return approval('deny', { by, reason: 'the client could not be asked' });
  }
}

/** Asks through the MCP client that made the call; decides nothing when that client cannot ask a person. */
export const approvalElicitation = definePlugin<ApprovalElicitationOptions>({
  name: '@toolrack/approval-elicitation',
  version: '0.1.0',
  api: '^1',
  optionsSchema,
  apply: (host, { timeoutMs = longestDelay, remember = true }) => {
    const closing = new AbortController();
    host.onDispose(() => closing.abort());
    host.hooks.approve.tap((request) => {
      const { peer } = request;
      if (peer?.elicit === undefined) return undefined;
      return ask(host, peer.elicit.bind(peer), request, { timeoutMs, remember }, closing.signal);
    });
  },
});
