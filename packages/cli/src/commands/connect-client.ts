import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';

import {
  assertWritable,
  clientNamed,
  connectFiles,
  currentHost,
  entrySecrets,
  gatewayVariables,
  planConnect,
  readTextFile,
  writeWithBackup,
  type ClientDialect,
  type ClientHost,
  type ConflictChoice,
  type GatewayAddress,
  type GatewayVariables,
} from '@toolrack/client-config';
import { ToolrackError } from '@toolrack/contracts';

import { takeOver, type TakeOver } from '../clients/take-over.js';
import { undoConnect } from '../clients/undo-connect.js';
import type { CommandContext } from '../command-context.js';
import { findConfiguration } from '../config/find-configuration.js';
import { lineDifference } from '../migrate/line-difference.js';
import type { Ask } from '../terminal/ask.js';
import { UsageError } from '../usage-error.js';

/** What `toolrack connect CLIENT` takes. */
export interface ConnectOptions {
  readonly client: string;
  readonly write: boolean;
  readonly undo: boolean;
  /** The project's file or the user's; default: the client's usual one. */
  readonly scope: 'project' | 'user' | undefined;
  readonly file: string | undefined;
  /** Name of the entry. */
  readonly name: string;
  /** Address of a running `toolrack serve --http`. */
  readonly http: string | undefined;
  /** Variable that holds the bearer token. */
  readonly tokenVariable: string | undefined;
  /** Program, with arguments, that stands for `toolrack`. */
  readonly command: string | undefined;
  readonly takeOver: boolean;
  readonly onConflict: ConflictChoice | undefined;
  readonly approve: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly ask?: Ask;
}

/** `toolrack connect CLIENT`: shows, writes or undoes the gateway's entry in a client's file. */
export async function connectClient(context: CommandContext, options: ConnectOptions): Promise<number> {
  const client = clientNamed(options.client);
  const host = currentHost(process.cwd(), options.environment);
  check(options);
  if (options.undo) return undoConnect(context, { client, host, files: candidates(client, host, options), name: options.name });
  const file = candidates(client, host, options)[0] as string;
  const text = readTextFile(file);
  const given = gatewayVariables(client, file, text, options.name);
  const taken = options.takeOver ? await takeOver(context, { ...options, client, file, text, host, given: given.environment }) : undefined;
  if (taken?.isUndecided === true) {
    if (context.isJson) context.terminal.printJson({ client: client.id, file, written: false, undecided: true });
    return 1;
  }
  const gateway = gatewayAddress(context, options, host, { taken, given });
  const plan = planConnect({ client, file, text, name: options.name, gateway, ...(taken === undefined ? {} : { remove: taken.remove }) });
  const isDone = plan.after === plan.before;
  // Before the servers are moved.
  if (options.write && !isDone) assertWritable(file);
  taken?.write();
  const backup = options.write && !isDone ? writeWithBackup(file, plan.after, plan.before) : undefined;
  if (context.isJson) {
    context.terminal.printJson({
      client: client.id,
      file,
      written: backup !== undefined,
      ...(backup === undefined ? {} : { backup }),
      ...(taken === undefined ? {} : { takenOver: taken.names, configuration: taken.configuration }),
    });
    return 0;
  }
  const secrets = [text, plan.after].flatMap((content) => entrySecrets(client, file, content));
  if (!isDone)
    context.terminal.print(`${file}\n${lineDifference(withoutSecrets(plan.before, secrets), withoutSecrets(plan.after, secrets))}`);
  for (const line of ending(client, options, { file, isDone, backup, taken })) context.terminal.note(line);
  return 0;
}

function check(options: ConnectOptions): void {
  if (options.undo && options.write) throw new UsageError('--undo and --write exclude each other');
  if (options.http !== undefined && !/^https?:\/\//iu.test(options.http)) {
    throw new UsageError(`--http ${JSON.stringify(options.http)} is no address, for example http://127.0.0.1:8808/mcp`);
  }
  if (options.tokenVariable !== undefined && options.http === undefined) throw new UsageError('--token-variable needs --http');
  if (options.http !== undefined && options.command !== undefined) throw new UsageError('--http and --command exclude each other');
}

function candidates(client: ClientDialect, host: ClientHost, options: ConnectOptions): readonly string[] {
  if (options.file !== undefined) return [resolve(host.folder, options.file)];
  const files = connectFiles(client, host, options.scope);
  if (files.length > 0) return files.map(({ path }) => path);
  throw new ToolrackError(
    'ERR_CONFIG_VALUE',
    `${client.title} has no file for the ${options.scope}. Leave --${options.scope} out, or name one with --file.`,
  );
}

interface GatewayState {
  readonly taken: TakeOver | undefined;
  /** What the entry is given already; it stays, as servers behind the gateway need it. */
  readonly given: GatewayVariables;
}

function gatewayAddress(
  context: CommandContext,
  options: ConnectOptions,
  host: ClientHost,
  { taken, given }: GatewayState,
): GatewayAddress {
  if (options.http !== undefined) {
    return { http: { url: options.http, ...(options.tokenVariable === undefined ? {} : { tokenVariable: options.tokenVariable }) } };
  }
  // A client starts the gateway in a folder of its own, so every path is absolute.
  const configuration = taken?.configuration ?? findConfiguration(host.folder, context.configurationFile);
  const own = [process.execPath, realpathSync(process.argv[1] as string)];
  const [command = '', ...first] = options.command?.trim().split(/\s+/u) ?? own;
  const args = [...first, 'serve', '--stdio', '--config', configuration];
  const environment = { ...given.environment, ...taken?.variables.environment };
  const passed = [...new Set([...given.passed, ...(taken?.variables.passed ?? [])])];
  return {
    stdio: {
      command,
      args,
      ...(Object.keys(environment).length === 0 ? {} : { env: environment }),
      ...(taken === undefined && passed.length === 0 ? {} : { passed }),
    },
  };
}

function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((shown, secret) => shown.replaceAll(JSON.stringify(secret).slice(1, -1), '…'), text);
}

interface ConnectState {
  readonly file: string;
  readonly isDone: boolean;
  readonly backup: string | undefined;
  readonly taken: TakeOver | undefined;
}

function ending(client: ClientDialect, options: ConnectOptions, { file, isDone, backup, taken }: ConnectState): string[] {
  if (isDone) return [`${file} has Toolrack already.`];
  if (backup === undefined) return [`Nothing was written; --write writes it to ${file}.`];
  const undo = `toolrack connect ${client.id} --undo${options.file === undefined ? '' : ` --file ${options.file}`}${options.scope === undefined ? '' : ` --${options.scope}`}`;
  const moved = taken === undefined ? [] : [`Moved to ${taken.configuration}: ${taken.names.join(', ') || 'nothing'}.`];
  const unset =
    options.http !== undefined && taken !== undefined ? Object.keys(taken.variables.environment).concat(taken.variables.passed) : [];
  const serve = unset.length === 0 ? [] : [`The process that serves ${options.http} needs these variables: ${unset.join(', ')}.`];
  return [...moved, ...serve, `Written to ${file}; the old bytes are in ${backup}. Back again: ${undo}`, client.connect.next];
}
