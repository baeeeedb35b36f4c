import type { Command } from 'commander';

import type { CommandContext } from './command-context.js';
import { UsageError } from './usage-error.js';

/** Defines one command; its action gives the exit code. */
export type DefineCommand = (
  usage: string,
  summary: string,
  action: (context: CommandContext, options: Readonly<Record<string, unknown>>, words: readonly string[]) => Promise<number>,
  hasScope?: boolean,
) => Command;

/** The commands around a configuration that start none: its log, its migration, a try with a real model. */
export function defineUpkeepCommands(define: DefineCommand, environment: Readonly<Record<string, string | undefined>>): void {
  define(
    'activity [file]',
    'show what runs have done, from the activity log',
    async (context, options, [file]) => {
      const { activity } = await import('./commands/activity.js');
      const { file: named = file, run } = options as { file?: string; run?: string };
      if (file !== undefined && named !== file) throw new UsageError(`activity reads one log; leave out "${file}" or --file`);
      return activity(context, { file: named, run });
    },
    false,
  )
    .option('--file <file>', 'the log, the same as FILE (default: that of @toolrack/activity-log in the configuration)')
    .option('--run <id>', 'only this run, by its id or scope id');
  define(
    'migrate <from> <file>',
    "migrate openclaw FILE: move a configuration off OpenClaw's retired code mode; migrate hermes FILE: make a toolrack.json from Hermes' configuration",
    async (context, options, [from, file]) => {
      const { migrate } = await import('./commands/migrate.js');
      const { write, out, force } = options as { write?: boolean; out?: string; force?: boolean };
      return migrate(context, from as string, file as string, { write: write === true, force: force === true, out });
    },
    false,
  )
    .option('--write', 'write the result and keep a copy of a file that it replaces; without it the result is only shown')
    .option('--out <file>', 'for hermes: the file to write (default: toolrack.json in this folder)')
    .option('--force', 'for hermes: replace the file to write if there is one');
  define(
    'probe',
    'do one task with a real model, with and without tool search',
    async (context, options) => {
      const { probe } = await import('./commands/probe.js');
      return probe(context, { model: options['model'] as string | undefined, environment });
    },
    false,
  ).option('--model <name>', 'the model (default: OPENAI_MODEL)');
}
