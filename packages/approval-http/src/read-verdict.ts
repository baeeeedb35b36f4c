import { isJsonObject, textForModel, type JsonObject, type RememberOptions } from '@toolrack/contracts';
import type { Verdict } from './pending-approvals.js';

const keys = ['argumentsDigest', 'reason', 'arguments', 'merge', 'remember'] as const;
const mostReason = 500;

function readRemember(value: unknown): RememberOptions | string {
  if (value === 'call' || value === 'tool') return { for: value };
  if (!isJsonObject(value) || (value['for'] !== 'call' && value['for'] !== 'tool'))
    return 'remember must be "call", "tool" or { for, durationMs }';
  const { durationMs } = value;
  if (durationMs === undefined) return { for: value['for'] };
  if (typeof durationMs !== 'number' || !Number.isSafeInteger(durationMs) || durationMs < 1)
    return 'remember.durationMs must be a whole number above 0';
  return { for: value['for'], durationMs };
}

/** What belongs to one action alone. */
function faultOfAction(action: Verdict['action'], body: JsonObject): string | undefined {
  const hasArguments = body['arguments'] !== undefined;
  const hasMerge = body['merge'] !== undefined;
  if (action !== 'edit') return hasArguments || hasMerge ? `${action} takes no arguments: use edit` : undefined;
  if (hasArguments === hasMerge) return 'edit needs either arguments (all of them) or merge (a JSON merge patch)';
  if (!isJsonObject(body['arguments'] ?? body['merge'])) return 'arguments and merge must be an object';
  return body['remember'] === undefined ? undefined : 'an edited call cannot be remembered';
}

/** The verdict in the body of a request, or what is wrong with it. */
export function readVerdict(action: Verdict['action'], by: string, body: unknown): Verdict | string {
  if (!isJsonObject(body)) return 'the body must be a JSON object';
  const unknown = Object.keys(body).find((key) => !(keys as readonly string[]).includes(key));
  if (unknown !== undefined) return `unknown field ${JSON.stringify(unknown.slice(0, 64))}; known: ${keys.join(', ')}`;
  const { argumentsDigest, reason } = body;
  if (typeof argumentsDigest !== 'string') return 'argumentsDigest must be the digest of the arguments that you saw';
  if (reason !== undefined && (typeof reason !== 'string' || reason.length > mostReason))
    return `reason must be a text of at most ${mostReason} characters`;
  const fault = faultOfAction(action, body);
  if (fault !== undefined) return fault;
  const remember = body['remember'] === undefined ? undefined : readRemember(body['remember']);
  if (typeof remember === 'string') return remember;
  return {
    action,
    by,
    argumentsDigest,
    // Told to a model when the call is denied.
    ...(reason === undefined ? {} : { reason: textForModel(reason) }),
    ...(body['arguments'] === undefined ? {} : { arguments: body['arguments'] as JsonObject }),
    ...(body['merge'] === undefined ? {} : { merge: body['merge'] as JsonObject }),
    ...(remember === undefined ? {} : { remember }),
  };
}
