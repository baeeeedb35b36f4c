import { createHash } from 'node:crypto';
import {
  CLIENT_CAPABILITIES_META_KEY,
  LOG_LEVEL_META_KEY,
  type InputRequiredResult,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { canonicalJson, type CallPeer, type JsonObject, type JsonValue, type ToolProgress } from '@toolrack/contracts';
import { logForwarder } from '../mcp/log-forwarder.js';
import { ProgressForwarder } from '../mcp/progress.js';
import { canBeAsked, clientAbilities } from './client-abilities.js';
import type { HeldCall } from './held-call.js';
import type { CallRequest, HeldCalls } from './held-calls.js';
import { sessionPeer } from './session-peer.js';

/** How clients of one connection or endpoint are asked. */
export interface Questions {
  readonly era: 'legacy' | 'modern';
  readonly held: HeldCalls;
  readonly timeoutMs: number;
}

/** What work on behalf of a client gets. */
export interface WorkOptions {
  readonly signal: AbortSignal;
  readonly peer?: CallPeer;
  readonly onProgress?: (progress: ToolProgress) => void;
}

/**
 * Does the work of one request and lets it ask the client, in the form of the client's era. In the stateless one the answer may be
 * "input required": the work then goes on in the background and ends with a later request of the same client for the same `subject`.
 */
export async function askingClient<Result>(
  server: Server,
  context: ServerContext,
  subject: JsonValue,
  questions: Questions,
  work: (options: WorkOptions) => Promise<Result>,
): Promise<Result | InputRequiredResult> {
  const { mcpReq } = context;
  const progress = progressOf(context);
  const onProgress = progress === undefined ? {} : { onProgress: progress.forward };
  let isRunning = true;
  try {
    if (questions.era === 'legacy') {
      const abilities = clientAbilities(server.getClientCapabilities());
      const peer = sessionPeer({ server, context, abilities, timeoutMs: questions.timeoutMs, isRunning: () => isRunning });
      return await work({ signal: mcpReq.signal, peer, ...onProgress });
    }
    const envelope = (mcpReq.envelope ?? {}) as JsonObject;
    const abilities = clientAbilities(envelope[CLIENT_CAPABILITIES_META_KEY]);
    const state = mcpReq.requestState<string>();
    const log = envelope[LOG_LEVEL_META_KEY] === undefined ? {} : { log: logForwarder(context) };
    if (state === undefined && !canBeAsked(abilities)) {
      return await work({ signal: mcpReq.signal, ...(log.log === undefined ? {} : { peer: log }), ...onProgress });
    }
    const request: CallRequest = {
      clientKey: context.http?.authInfo?.clientId ?? '',
      digest: digestOf(mcpReq.method, subject),
      signal: mcpReq.signal,
      state,
      answers: mcpReq.inputResponses ?? {},
      listeners: { ...onProgress, ...log },
    };
    return await questions.held.serve(request, abilities, ({ signal, peer, onProgress }: HeldCall<Result>) =>
      work({ signal, peer, onProgress }),
    );
  } finally {
    isRunning = false;
    progress?.stop();
  }
}

/** The same for the same request, whatever order its keys are in. */
function digestOf(method: string, subject: JsonValue): string {
  let text: string;
  try {
    text = canonicalJson(subject);
  } catch {
    text = JSON.stringify(subject);
  }
  return createHash('sha256').update(`${method}\n${text}`).digest('hex');
}

function progressOf(context: ServerContext): ProgressForwarder | undefined {
  const progressToken = context.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  return new ProgressForwarder((progress) =>
    context.mcpReq.notify({ method: 'notifications/progress', params: { progressToken, ...progress } }),
  );
}
