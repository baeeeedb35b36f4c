import { statSync } from 'node:fs';

import { currentHost, planImport, type ConflictChoice, type ImportPlan, type NeededVariable } from '@toolrack/client-config';

import { agreeToServers } from '../clients/agree-to-servers.js';
import { readClients } from '../clients/read-clients.js';
import { openToolrackFile, writeToolrackFile, type ToolrackFile } from '../clients/toolrack-file.js';
import type { CommandContext } from '../command-context.js';
import { lineDifference } from '../migrate/line-difference.js';
import type { Ask } from '../terminal/ask.js';

/** What `toolrack import SOURCE` takes. */
export interface ImportOptions {
  /** A client's name or a file. */
  readonly source: string;
  /** Whose file it is, when its name does not say so. */
  readonly client: string | undefined;
  /** Change the configuration; without it the changes are only shown. */
  readonly write: boolean;
  /** Copy secrets as they are. */
  readonly keepSecrets: boolean;
  readonly onConflict: ConflictChoice | undefined;
  /** Agree to what the servers run, without a question. */
  readonly approve: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Asks at the terminal; injected by tests. */
  readonly ask?: Ask;
}

/** `toolrack import SOURCE`: shows what of a client's servers would go into the configuration; with `write` it goes there. */
export async function importServers(context: CommandContext, options: ImportOptions): Promise<number> {
  const host = currentHost(process.cwd(), options.environment);
  const file = openToolrackFile(context.configurationFile, host.folder);
  const contents = readClients(options, { host, target: file.folder, keepSecrets: options.keepSecrets });
  const request = {
    file: file.path,
    text: file.text,
    format: file.format,
    contents,
    ...(options.onConflict === undefined ? {} : { onConflict: options.onConflict }),
  };
  const plan = planImport(request);
  const isUndecided = plan.conflicts.length > 0 && options.onConflict === undefined;
  const writes = options.write && !isUndecided && plan.after !== plan.before;
  const agreed = writes ? await agreement(context, plan, options) : new Set<string>();
  const final = agreed.size === 0 ? plan : planImport({ ...request, approved: agreed });
  const backup = writes ? writeToolrackFile(file, final.after) : undefined;
  const secrets = final.variables.secrets();
  report(context, {
    plan: final,
    file,
    variables: final.variables.needed(),
    agreed,
    isUndecided,
    isWritten: writes,
    backup,
    wantsWrite: options.write,
    // A value that is set already would win over the one of the client's file.
    setOtherwise: Object.keys(secrets).filter((name) => ![undefined, secrets[name]].includes(options.environment[name])),
    isReadable: options.keepSecrets && writes && isReadableByOthers(file.path),
  });
  return options.write && isUndecided ? 1 : 0;
}

/** On Windows modes say nothing. */
function isReadableByOthers(path: string): boolean {
  return process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0;
}

async function agreement(context: CommandContext, plan: ImportPlan, options: ImportOptions): Promise<ReadonlySet<string>> {
  const running = plan.added.filter(({ entry }) => entry['disabled'] !== true);
  return agreeToServers(context, running, { all: options.approve, ...(options.ask === undefined ? {} : { ask: options.ask }) });
}

interface ImportReport {
  readonly plan: ImportPlan;
  readonly file: ToolrackFile;
  readonly variables: readonly NeededVariable[];
  readonly agreed: ReadonlySet<string>;
  readonly isUndecided: boolean;
  readonly isWritten: boolean;
  readonly wantsWrite: boolean;
  readonly backup: string | undefined;
  /** Variables that are set to another value here than the client's file has. */
  readonly setOtherwise: readonly string[];
  /** Secrets were copied into a file that others can read. */
  readonly isReadable: boolean;
}

function report(context: CommandContext, given: ImportReport): void {
  const { plan, file, variables, agreed, isWritten, backup, setOtherwise } = given;
  const waiting = plan.added.filter(({ name, entry }) => !agreed.has(name) && entry['disabled'] !== true).map(({ name }) => name);
  if (context.isJson) {
    context.terminal.printJson({
      file: file.path,
      written: isWritten,
      // A write is refused without a choice.
      ...(given.isUndecided ? { undecided: true } : {}),
      ...(backup === undefined ? {} : { backup }),
      added: plan.added.map(({ name, server }) => ({ name, from: server.origin.client.id, file: server.origin.file })),
      present: plan.present.map(({ name }) => name),
      conflicts: plan.conflicts.map(({ name, becomes, server }) => ({
        name,
        file: server.origin.file,
        ...(becomes === undefined ? {} : { becomes }),
      })),
      skipped: plan.skipped,
      rules: plan.rules,
      variables,
      ...(setOtherwise.length === 0 ? {} : { setOtherwise }),
      waiting,
      notes: plan.notes,
    });
    return;
  }
  const { terminal } = context;
  terminal.print(lineDifference(plan.before, plan.after));
  for (const note of notes(given)) terminal.note(note);
  if (variables.length > 0) terminal.note('Environment variables to set, for whatever starts Toolrack:');
  for (const variable of variables)
    terminal.note(`  ${variable.name} (${variable.servers.join(', ')})${explained(variable, setOtherwise)}`);
  for (const line of ending(given, waiting)) terminal.note(line);
}

function explained({ name, description, wasLiteral }: NeededVariable, setOtherwise: readonly string[]): string {
  if (setOtherwise.includes(name)) return ': is set here to another value than the file of the client has, which was not copied';
  if (wasLiteral) return ': its value is in the file of the client and was not copied';
  return description === undefined ? '' : `: ${description}`;
}

function notes({ plan, file, isUndecided }: ImportReport): string[] {
  return [
    ...plan.present.map(({ name }) => `${name}: is in ${file.path} already`),
    ...plan.conflicts.map(({ name, becomes, server, takenBy }) => {
      const taken = `${name}: ${takenBy} has another server of that name`;
      if (becomes !== undefined) return `${taken}, so the one of ${server.origin.file} is called ${becomes}`;
      return isUndecided ? `${taken} than ${server.origin.file}` : `${taken}; the one of ${server.origin.file} is left out`;
    }),
    ...plan.skipped.map(({ name, reason }) => `${name}: left out: ${reason}`),
    ...plan.notes,
  ];
}

function ending(
  { plan, file, isWritten, wantsWrite, isUndecided, backup, isReadable }: ImportReport,
  waiting: readonly string[],
): string[] {
  if (isUndecided) {
    const names = [...new Set(plan.conflicts.map(({ name }) => name))].join(', ');
    return [
      `Nothing ${wantsWrite ? 'was' : 'is'} written while it is open what happens to ${names}: say --on-conflict skip (leave them out, as shown) or --on-conflict suffix (give them names of their own).`,
    ];
  }
  if (plan.added.length === 0) return ['There is nothing to import.'];
  if (!isWritten) return [`Nothing was written; --write puts this into ${file.path}.`];
  const kept = backup === undefined ? '' : ` (the old one is ${backup})`;
  const agree =
    waiting.length === 0
      ? []
      : [`Not started until somebody agrees to what they run: ${waiting.join(', ')}. Look at them with: toolrack approve-server`];
  const open = isReadable ? [`It holds secrets now and others on this machine can read it. For you alone: chmod 600 ${file.path}`] : [];
  return [`Written to ${file.path}${kept}.`, ...open, ...agree];
}
