import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

import type { AuditVerdict } from '@toolrack/audit-log';

import type { CommandContext } from '../command-context.js';
import { loadConfiguration } from '../config/load-configuration.js';
import { UsageError } from '../usage-error.js';

/** What `toolrack audit verify` takes. */
export interface AuditVerifyOptions {
  /** Logs; the set-aside parts of each are found beside it. None: those of the configuration. */
  readonly files: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
}

const plugin = '@toolrack/audit-log';

/** `toolrack audit verify`: whether logs are as they were written. Exit code 1 when one is not; the first bad line is named. */
export async function auditVerify(context: CommandContext, options: AuditVerifyOptions): Promise<number> {
  const { defaultKeyVariable, logsOf, partsOf, verifyLog } = await import('@toolrack/audit-log');
  const configured = options.files.length === 0 ? await configuredLog(context) : undefined;
  const logs = configured === undefined ? options.files.map((file) => resolve(file)) : logsOf(configured.file);
  const absent = logs.find((file) => partsOf(file).length === 0 && !existsSync(`${file}.head`));
  if (absent !== undefined) throw new UsageError(`there is no audit log ${absent}`);
  const key = options.environment[configured?.keyVariable ?? defaultKeyVariable];
  const verdicts = logs.map((file) => verifyLog(file, key === undefined || key === '' ? {} : { key }));
  const isOk = verdicts.every(({ fault }) => fault === undefined);
  if (context.isJson) context.terminal.printJson({ ok: isOk, logs: verdicts });
  else for (const [index, verdict] of verdicts.entries()) print(context, logs[index] as string, verdict);
  return isOk ? 0 : 1;
}

function print({ terminal }: CommandContext, log: string, { fault, lines, from, to, notes, files }: AuditVerdict): void {
  const range = from === undefined ? '' : ` (records ${from} to ${to} in ${files.length} ${files.length === 1 ? 'file' : 'files'})`;
  if (fault === undefined) terminal.print(`ok      ${log}: ${lines} records are as they were written${range}\n`);
  else {
    const place = fault.line === undefined ? '' : `:${fault.line}`;
    const before =
      lines === 0 ? '' : ` The ${lines} ${lines === 1 ? 'record before it is as it was' : 'records before it are as they were'} written.`;
    terminal.print(`BROKEN  ${fault.file}${place}: ${fault.problem}.${before}\n`);
  }
  for (const note of notes) terminal.print(`        note: ${note}\n`);
}

async function configuredLog(context: CommandContext): Promise<{ readonly file: string; readonly keyVariable: string | undefined }> {
  const configuration = await loadConfiguration({ file: context.configurationFile });
  const options = configuration.plugins.find((candidate) => candidate.name === plugin)?.options as
    { readonly file?: string; readonly baseDirectory?: string; readonly keyVariable?: string } | undefined;
  if (options?.file === undefined) {
    const entry = `["${plugin}", { "file": "audit.jsonl" }]`;
    throw new UsageError(`${configuration.file} keeps no audit log. Add ${entry} to "plugins", or name a log: toolrack audit verify FILE`);
  }
  return { file: resolve(options.baseDirectory ?? '.', options.file), keyVariable: options.keyVariable };
}
