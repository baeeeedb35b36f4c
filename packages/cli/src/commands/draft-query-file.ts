import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

import { draftQueries } from '@toolrack/evaluation';

import type { CommandContext } from '../command-context.js';
import { writeOutput } from '../write-output.js';
import { sanitiseJson } from '../terminal/sanitise.js';
import { UsageError } from '../usage-error.js';
import { configuredFile } from './activity.js';

/** What `toolrack eval init` takes. */
export interface DraftOptions {
  /** The log; default: the one of the configuration. */
  readonly activity: string | undefined;
  /** A file that does not exist yet; default: standard output. */
  readonly out: string | undefined;
}

/** `toolrack eval init`: drafts a query file from searches that were followed by a successful call. */
export async function draftQueryFile(context: CommandContext, options: DraftOptions): Promise<number> {
  const { terminal, output } = context;
  const file =
    options.activity === undefined ? await configuredFile(context, 'toolrack eval init --activity FILE') : resolve(options.activity);
  if (!existsSync(file)) throw new UsageError(`the activity log ${file} does not exist; correct --activity, or let some runs happen first`);
  if (options.out !== undefined && existsSync(options.out))
    throw new UsageError(`${options.out} exists already; name another file with --out`);
  const { readActivity } = await import('@toolrack/activity-log');
  const { records, unreadable } = await readActivity(file);
  const drafts = draftQueries(records);
  const lines = drafts.map(({ query, gold, any, seen }) => `${sanitiseJson(JSON.stringify({ query, gold, any, seen }))}\n`).join('');
  if (options.out === undefined) await output.write(lines);
  // An empty file would only stand in the way of the next attempt.
  else if (drafts.length > 0) await writeOutput(options.out, lines);
  if (unreadable > 0) terminal.note(`${unreadable} lines of ${file} are no records and were skipped.`);
  const where = options.out === undefined || drafts.length === 0 ? '' : ` in ${options.out}`;
  const advice =
    drafts.length === 0
      ? 'A draft needs a search that was followed by a successful call.'
      : 'Check the gold tools: a call after a search need not be what was searched.';
  terminal.note(`${drafts.length} queries drafted${where}. ${advice}`);
  return drafts.length === 0 ? 1 : 0;
}
