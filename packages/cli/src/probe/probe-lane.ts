import { runAgent, type ChatClient, type ChatExchange, type ChatRequest } from '@toolrack/adapter-openai';
import type { ToolrackEvent } from '@toolrack/contracts';
import { createRuntime } from '@toolrack/kernel';
import { openclaw, type PresetOptions } from '@toolrack/presets';

import { deniedName, directName, probeCatalog, question, targetName } from './probe-catalog.js';

/** One way of showing a catalog. */
export interface ProbeMode {
  readonly name: string;
  /** The `toolSearch` block; `undefined` is the automatic default. */
  readonly toolSearch: PresetOptions['toolSearch'];
}

/** The modes that are compared. */
export const probeModes: readonly ProbeMode[] = [
  { name: 'direct', toolSearch: false },
  { name: 'default', toolSearch: undefined },
  { name: 'tools', toolSearch: { mode: 'tools' } },
  { name: 'directory', toolSearch: { mode: 'directory' } },
];

/** What one task in one mode came to. */
export interface ProbeResult {
  readonly mode: string;
  readonly tools: number;
  /** What did not hold, in words; empty when all did. */
  readonly faults: readonly string[];
  readonly answer: string;
  readonly requests: number;
  readonly firstRequestBytes: number;
  readonly allRequestBytes: number;
  readonly promptTokens?: number;
  readonly searches: number;
  readonly describes: number;
  readonly calls: number;
  /** Calls that were refused for their arguments; the model had to correct them. */
  readonly refusedCalls: number;
  readonly elapsedMs: number;
}

/** What a lane is run with. */
export interface LaneOptions {
  readonly mode: ProbeMode;
  /** Tools of the catalog. */
  readonly count: number;
  readonly client: ChatClient;
  readonly model: string;
  readonly signal: AbortSignal;
}

/** Does the task in one mode. Rejects when the model cannot be asked. */
export async function probeLane({ mode, count, client, model, signal }: LaneOptions): Promise<ProbeResult> {
  const catalog = probeCatalog(count);
  const { openclawSource } = await import('@toolrack/source-openclaw');
  const source = openclawSource({ modules: [{ tools: catalog.tools, owner: 'probe' }] });
  const rules = [{ deny: `openclaw:probe:${deniedName}`, reason: 'the probe denies it' }];
  const block = mode.toolSearch === undefined ? {} : { toolSearch: mode.toolSearch };
  const runtime = await createRuntime({ plugins: openclaw({ ...block, policy: { rules }, add: [source] }) });
  const counted = { searches: 0, describes: 0, calls: 0, refusedCalls: 0 };
  runtime.events.onAny((event) => countEvent(counted, event));
  const requests: string[] = [];
  const recording: ChatClient = {
    complete: (request: ChatRequest, abort?: AbortSignal): Promise<ChatExchange> => {
      requests.push(JSON.stringify(request));
      return client.complete(request, abort);
    },
  };
  const started = performance.now();
  try {
    const run = await runtime.startRun({ agent: 'probe', contextWindow: 128_000, model: { provider: 'openai', id: model }, signal });
    const outcome = await runAgent({ run, client: recording, model, question, signal });
    await run.end();
    const faults = judge(mode, requests, { catalog, answer: outcome.answer, calls: outcome.calls.length, messages: outcome.messages });
    return {
      mode: mode.name,
      tools: count,
      faults,
      answer: outcome.answer,
      requests: outcome.requestBytes.length,
      firstRequestBytes: outcome.requestBytes[0] ?? 0,
      allRequestBytes: outcome.requestBytes.reduce((sum, bytes) => sum + bytes, 0),
      ...(outcome.promptTokens === undefined ? {} : { promptTokens: outcome.promptTokens }),
      ...counted,
      elapsedMs: performance.now() - started,
    };
  } finally {
    await runtime.dispose();
  }
}

function countEvent(counted: Record<'searches' | 'describes' | 'calls' | 'refusedCalls', number>, event: ToolrackEvent): void {
  if (event.name === 'call:failed' && event.code === 'ERR_CALL_ARGUMENTS') counted.refusedCalls += 1;
  if (event.name !== 'run:ended') return;
  counted.searches = event.searches;
  counted.describes = event.describes;
  counted.calls = event.calls;
}

interface Evidence {
  readonly catalog: ReturnType<typeof probeCatalog>;
  readonly answer: string;
  readonly calls: number;
  readonly messages: readonly { readonly role: string }[];
}

function judge(mode: ProbeMode, requests: readonly string[], { catalog, answer, calls, messages }: Evidence): string[] {
  const shown = (JSON.parse(requests[0] ?? '{}') as ChatRequest).tools?.map((tool) => tool.function.name) ?? [];
  const isDirect = mode.toolSearch === false;
  const answers = messages.filter((message) => message.role === 'tool').length;
  const claims: [holds: boolean, fault: string][] = [
    [catalog.executions() > 0, `the tool ${targetName} never ran`],
    [answer.includes(catalog.code), 'the answer lacks the code that the tool gave'],
    [!requests.some((request) => request.includes(deniedName)), `the denied tool ${deniedName} was in a request`],
    [shown.includes(directName), `the direct-only tool ${directName} was not shown`],
    [shown.includes(targetName) === isDirect, isDirect ? `${targetName} was not shown` : `the schema of ${targetName} was not deferred`],
    [answers === calls, `${calls} calls, but ${answers} answers in the transcript`],
  ];
  return claims.filter(([holds]) => !holds).map(([, fault]) => fault);
}
