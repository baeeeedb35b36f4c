import { ChatError, httpChatClient } from '@toolrack/adapter-openai';

import type { CommandContext } from '../command-context.js';
import { probeLane, probeModes, type ProbeResult } from '../probe/probe-lane.js';
import { renderTable } from '../terminal/table.js';

/** What `toolrack probe` is asked for. */
export interface ProbeOptions {
  readonly model: string | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** OpenAI takes at most 128 tools in one request, so that the direct mode sets the size of the large catalog. */
const sizes = [8, 120] as const;
const usualModel = 'gpt-4.1-mini';

/**
 * `toolrack probe`: one task for a real model, with a small and a large catalog, once with every schema in the request and once in
 * each mode of tool search. Skipped without a key. The exit code is 1 when something that must hold did not.
 */
export async function probe(context: CommandContext, { model: wanted, environment }: ProbeOptions): Promise<number> {
  const { terminal } = context;
  const apiKey = environment['OPENAI_API_KEY'] ?? '';
  if (apiKey === '') {
    const reason = 'OPENAI_API_KEY is not set. Set it (and OPENAI_BASE_URL for another service) to ask a real model.';
    if (context.isJson) terminal.printJson({ skipped: true, reason });
    else terminal.print(`Probe skipped: ${reason}\n`);
    return 0;
  }
  const baseUrl = environment['OPENAI_BASE_URL'] ?? '';
  const model = wanted ?? environment['OPENAI_MODEL'] ?? usualModel;
  const client = httpChatClient({ apiKey, ...(baseUrl === '' ? {} : { baseUrl }) });
  const results: ProbeResult[] = [];
  for (const count of sizes) {
    for (const mode of probeModes) {
      terminal.progress(`${count} tools, ${mode.name} …`);
      try {
        results.push(await probeLane({ mode, count, client, model, signal: context.signal }));
      } catch (error) {
        if (!(error instanceof ChatError)) throw error;
        return cannotAsk(context, model, error);
      }
    }
  }
  terminal.progress('');
  const isFine = results.every((result) => result.faults.length === 0);
  if (context.isJson) terminal.printJson({ skipped: false, ok: isFine, model, results });
  else terminal.print(`Model ${model}\n\n${table(results, terminal.width)}\n${isFine ? 'Everything held.' : 'Something did not hold.'}\n`);
  return isFine ? 0 : 1;
}

/** The service is not there or does not want to: nothing of ours has failed. */
function cannotAsk({ terminal, isJson }: CommandContext, model: string, { message }: ChatError): number {
  terminal.progress('');
  if (isJson) terminal.printJson({ skipped: false, ok: false, model, reason: message });
  else terminal.note(`${message}\nCheck OPENAI_BASE_URL, OPENAI_API_KEY and the model (${model}).`);
  return 1;
}

function table(results: readonly ProbeResult[], width: number | undefined): string {
  const heading = ['TOOLS', 'MODE', 'REQUESTS', 'FIRST BYTES', 'ALL BYTES', 'SEARCHES', 'DESCRIBES', 'CALLS', 'REFUSED', 'MS', 'OUTCOME'];
  const rows = results.map((result) => [
    String(result.tools),
    result.mode,
    String(result.requests),
    String(result.firstRequestBytes),
    String(result.allRequestBytes),
    String(result.searches),
    String(result.describes),
    String(result.calls),
    String(result.refusedCalls),
    result.elapsedMs.toFixed(0),
    result.faults.length === 0 ? 'ok' : result.faults.join('; '),
  ]);
  return renderTable(heading, rows, width);
}
