import type { Readable } from 'node:stream';

import { bootRuntime } from '../boot-runtime.js';
import type { CommandContext } from '../command-context.js';
import { loadConfiguration } from '../config/load-configuration.js';
import { disposeRuntime } from '../dispose-runtime.js';
import { CallTable } from './call-table.js';
import { channelPlugin } from './channel-plugin.js';
import { JsonlEngine } from './engine.js';
import { EventBuffer } from './event-buffer.js';
import { LineSplitter } from './line-splitter.js';

/**
 * `toolrack run --jsonl`: answers the scripting protocol on standard input and output until the input ends, the reader goes
 * away or the process is told to stop. Rejects with a `ToolrackError` when the configuration cannot be booted.
 */
export async function runJsonl(context: CommandContext, input: Readable = process.stdin): Promise<void> {
  const { output } = context;
  const calls = new CallTable();
  const events = new EventBuffer();
  const configuration = await loadConfiguration({ file: context.configurationFile });
  const plugins = [channelPlugin(calls, events)];
  const runtime = await bootRuntime(configuration, { plugins, logger: context.logger });
  const stop = AbortSignal.any([context.signal, output.closed]);
  try {
    const engine = new JsonlEngine({
      runtime,
      calls,
      events,
      note: (text) => context.logger.warn(text),
      write: (line) => output.write(`${line}\n`),
    });
    await readLines(input, engine, stop);
    await engine.finish(stop);
  } finally {
    await disposeRuntime(runtime, context.logger);
  }
}

/** Reads on while requests are worked on, since a `cancel` must be seen; stops at the end of the input or at `stop`. */
async function readLines(input: Readable, engine: JsonlEngine, stop: AbortSignal): Promise<void> {
  const splitter = new LineSplitter();
  const onStop = (): void => void input.destroy();
  if (stop.aborted) return;
  stop.addEventListener('abort', onStop, { once: true });
  try {
    for await (const chunk of input as AsyncIterable<Buffer>) {
      for (const line of splitter.push(chunk)) engine.handle(line);
    }
    for (const line of splitter.end()) engine.handle(line);
  } catch (error) {
    if (!stop.aborted) throw error;
  } finally {
    stop.removeEventListener('abort', onStop);
  }
}
