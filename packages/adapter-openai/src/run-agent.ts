import type { Run } from '@toolrack/contracts';

import { answerToolCalls } from './answer-tool-calls.js';
import type { ChatClient, ChatMessage, ChatToolCall } from './chat-types.js';
import { toFunctionTools } from './function-tools.js';

/** A task for a model with a run's tools. */
export interface AgentTask {
  readonly run: Pick<Run, 'tools' | 'prompt' | 'call'>;
  readonly client: ChatClient;
  readonly model: string;
  /** Instructions before the run's own text. */
  readonly instructions?: string;
  readonly question: string;
  /** Most requests to the model (16). */
  readonly maxTurns?: number;
  readonly signal?: AbortSignal;
}

/** How a task ended. */
export interface AgentOutcome {
  /** The model's last words; `""` when it had none. */
  readonly answer: string;
  /** `answered`: the model was done; `terminated`: the called tools asked to stop; `turns`: it was still calling tools. */
  readonly end: 'answered' | 'terminated' | 'turns';
  readonly messages: readonly ChatMessage[];
  /** Every call of the model, in order. */
  readonly calls: readonly ChatToolCall[];
  /** Bytes of each request, in order. */
  readonly requestBytes: readonly number[];
  /** Prompt tokens as the service counted them, over all requests; `undefined` when it did not. */
  readonly promptTokens?: number;
}

/** Asks the model until it answers without a call. Tools are read anew before each request. Rejects when the client does. */
export async function runAgent(task: AgentTask): Promise<AgentOutcome> {
  const { run, client, model, signal, maxTurns = 16 } = task;
  const system = [task.instructions ?? '', run.prompt].filter((text) => text !== '').join('\n\n');
  const messages: ChatMessage[] = [{ role: 'user', content: task.question }];
  if (system !== '') messages.unshift({ role: 'system', content: system });
  const calls: ChatToolCall[] = [];
  const requestBytes: number[] = [];
  let promptTokens: number | undefined;
  const outcome = (answer: string, end: AgentOutcome['end']): AgentOutcome => ({
    answer,
    end,
    messages,
    calls,
    requestBytes,
    ...(promptTokens === undefined ? {} : { promptTokens }),
  });
  for (let turn = 0; turn < maxTurns; turn += 1) {
    const tools = toFunctionTools(run.tools);
    const request = { model, messages, ...(tools.length === 0 ? {} : { tools }) };
    const exchange = await client.complete(request, signal);
    requestBytes.push(exchange.requestBytes);
    if (exchange.usage !== undefined) promptTokens = (promptTokens ?? 0) + exchange.usage.promptTokens;
    messages.push(exchange.message);
    const wanted = exchange.message.tool_calls ?? [];
    if (wanted.length === 0) return outcome(exchange.message.content ?? '', 'answered');
    calls.push(...wanted);
    const answered = await answerToolCalls(run, wanted, signal === undefined ? {} : { signal });
    messages.push(...answered.messages);
    if (answered.terminate) return outcome(exchange.message.content ?? '', 'terminated');
  }
  return outcome('', 'turns');
}
