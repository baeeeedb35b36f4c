import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

import type { CallRecord, RunActivity } from '@toolrack/activity-log';

import type { CommandContext } from '../command-context.js';
import { loadConfiguration } from '../config/load-configuration.js';
import { renderTable } from '../terminal/table.js';
import { UsageError } from '../usage-error.js';

/** What `toolrack activity` is asked for. */
export interface ActivityOptions {
  /** The log; default: the one of the configuration. */
  readonly file: string | undefined;
  /** Only this run, by its id or its `scopeId`. */
  readonly run: string | undefined;
}

/** Most runs and calls that are shown to a person; programs get all. */
const mostRows = 20;
const plugin = '@toolrack/activity-log';

/** `toolrack activity`: what runs did, from the file that `@toolrack/activity-log` writes. */
export async function activity(context: CommandContext, options: ActivityOptions): Promise<number> {
  const { terminal } = context;
  const file = options.file === undefined ? await configuredFile(context, 'toolrack activity FILE') : resolve(options.file);
  if (!existsSync(file)) {
    if (options.file !== undefined) throw new UsageError(`the file ${file} does not exist; correct its name`);
    if (context.isJson) terminal.printJson({ file, runs: [], unreadable: 0 });
    else terminal.note(`${file} does not exist yet: no run has ended or searched or called anything.`);
    return 0;
  }
  const { readActivity, summariseActivity } = await import('@toolrack/activity-log');
  const { records, unreadable } = await readActivity(file, options.run === undefined ? {} : { run: options.run });
  const runs = summariseActivity(records);
  if (options.run !== undefined && runs.length === 0) {
    if (context.isJson) terminal.printJson({ file, runs: [], unreadable });
    terminal.note(`There is no run "${options.run}" in ${file}.`);
    return 1;
  }
  const lost = records.reduce((sum, record) => sum + (record.type === 'loss' ? record.records : 0), 0);
  if (context.isJson) terminal.printJson({ file, runs, searches: records.filter((record) => record.type === 'search'), unreadable, lost });
  else terminal.print(`${file}\n${runTable(runs, terminal.width)}${callTable(runs, terminal.width)}`);
  if (unreadable > 0) terminal.note(`${unreadable} lines are no records and were skipped.`);
  if (lost > 0) terminal.note(`${lost} records could not be written.`);
  return 0;
}

/** The file of the plugin in the configuration. Rejects when there is no such plugin; `instead` shows how the command takes the name of a log. */
export async function configuredFile(context: CommandContext, instead: string): Promise<string> {
  const configuration = await loadConfiguration({ file: context.configurationFile });
  const options = configuration.plugins.find((candidate) => candidate.name === plugin)?.options as
    { readonly file?: unknown; readonly baseDirectory?: unknown } | undefined;
  if (typeof options?.file === 'string') {
    return resolve(typeof options.baseDirectory === 'string' ? options.baseDirectory : '.', options.file);
  }
  const entry = `["${plugin}", { "file": "activity.jsonl" }]`;
  throw new UsageError(`${configuration.file} keeps no activity log. Add ${entry} to "plugins", or name a log: ${instead}`);
}

function runTable(runs: readonly RunActivity[], width: number | undefined): string {
  const heading = ['RUN', 'SCOPE ID', 'STARTED', 'AGENT', 'TOOLS', 'SHOWN', 'SEARCHES', 'DESCRIBES', 'CALLS', 'FAILED', 'BY SOURCE'];
  const rows = runs.slice(-mostRows).map((run) => [
    run.runId,
    run.scopeId,
    new Date(run.startedAt).toISOString().slice(0, 19),
    run.scope.agent ?? '',
    String(run.tools ?? ''),
    String(run.visible ?? ''),
    String(run.searches),
    String(run.describes),
    String(run.calls),
    String(run.failedCalls),
    Object.entries(run.callsBySource)
      .map(([source, calls]) => `${source} ${calls}`)
      .join(', '),
  ]);
  const hidden = runs.length - rows.length;
  const more = hidden > 0 ? `(${hidden} older runs are not shown; --json shows all)\n` : '';
  return `\nRuns\n${rows.length === 0 ? '(none)\n' : renderTable(heading, rows, width)}${more}`;
}

function callTable(runs: readonly RunActivity[], width: number | undefined): string {
  const calls = runs.flatMap((run) => run.callRecords);
  const heading = ['RUN', '#', 'TOOL', 'SERVED BY', 'MS', 'OUTCOME', 'INPUT'];
  const rows = calls
    .slice(-mostRows)
    .map((call) => [
      call.runId,
      String(call.startOrder),
      call.toolId,
      call.servedBy,
      call.durationMs.toFixed(0),
      outcome(call),
      call.input === undefined ? '' : JSON.stringify(call.input),
    ]);
  const hidden = calls.length - rows.length;
  const more = hidden > 0 ? `(${hidden} earlier calls are not shown; --run or --json shows more)\n` : '';
  return `\nCalls\n${rows.length === 0 ? '(none)\n' : renderTable(heading, rows, width)}${more}`;
}

function outcome(call: CallRecord): string {
  if (call.error !== undefined) return call.error.code;
  return call.isError ? 'tool error' : 'ok';
}
