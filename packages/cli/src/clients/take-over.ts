import {
  companionText,
  planImport,
  readClientFile,
  type ClientDialect,
  type ClientHost,
  type ConflictChoice,
  type GatewayVariables,
  type KeyPath,
} from '@toolrack/client-config';

import type { CommandContext } from '../command-context.js';
import { lineDifference } from '../migrate/line-difference.js';
import type { Ask } from '../terminal/ask.js';
import { agreeToServers } from './agree-to-servers.js';
import { openToolrackFile, writeToolrackFile } from './toolrack-file.js';

/** What is taken over, and from where. */
export interface TakeOverRequest {
  readonly client: ClientDialect;
  readonly file: string;
  readonly text: string;
  readonly host: ClientHost;
  /** Variables that the gateway's entry has already, with their values. Holds secrets. */
  readonly given: Readonly<Record<string, string>>;
  readonly write: boolean;
  readonly onConflict: ConflictChoice | undefined;
  readonly approve: boolean;
  readonly ask?: Ask;
}

/** Servers on their way from a client's file into the configuration. */
export interface TakeOver {
  /** The configuration that they go to. */
  readonly configuration: string;
  readonly names: readonly string[];
  /** Their places in the client's file. */
  readonly remove: readonly KeyPath[];
  /** What the gateway is given, so that their variables and secrets are there as before. Holds secrets. */
  readonly variables: GatewayVariables;
  /** A name is taken and nobody said what to do, so nothing is written. */
  readonly isUndecided: boolean;
  /** Writes the configuration, when there is something to write. */
  write(): void;
}

/**
 * Plans the move of a client's servers behind the gateway. Secrets stay in the client's file: they move from the servers' entries to that of the
 * gateway. Shows the change of the configuration, and asks for agreement when it is to be written.
 */
export async function takeOver(context: CommandContext, request: TakeOverRequest): Promise<TakeOver> {
  const target = openToolrackFile(context.configurationFile, request.host.folder);
  const { client, host } = request;
  const content = readClientFile(request.file, request.text, { client, host, target: target.folder, companion: companionText });
  const choice = request.onConflict === undefined ? {} : { onConflict: request.onConflict };
  const wanted = { file: target.path, text: target.text, format: target.format, contents: [content], given: request.given, ...choice };
  const plan = planImport(wanted);
  const isUndecided = plan.conflicts.length > 0 && request.onConflict === undefined;
  const left = plan.conflicts.filter(({ becomes }) => becomes === undefined).map(({ server }) => server);
  const moved = content.servers.filter((server) => !left.includes(server));
  const writes = request.write && !isUndecided && plan.after !== plan.before;
  const running = plan.added.filter(({ entry }) => entry['disabled'] !== true);
  const agreed = writes
    ? await agreeToServers(context, running, { all: request.approve, ...(request.ask === undefined ? {} : { ask: request.ask }) })
    : new Set<string>();
  const final = planImport({ ...wanted, approved: agreed });
  if (!context.isJson) {
    context.terminal.print(`${target.path}\n${lineDifference(final.before, final.after)}`);
    for (const { name, reason } of content.skipped) context.terminal.note(`${name}: stays where it is: ${reason}`);
    for (const { name } of plan.conflicts) context.terminal.note(`${name}: ${target.path} has another server of that name`);
    if (isUndecided)
      context.terminal.note('Say --on-conflict skip (they stay where they are) or --on-conflict suffix (they get names of their own).');
    const waiting = running.filter(({ name }) => !agreed.has(name)).map(({ name }) => name);
    if (writes && waiting.length > 0)
      context.terminal.note(`Not started until somebody agrees: ${waiting.join(', ')}. See: toolrack approve-server`);
  }
  return {
    configuration: target.path,
    names: moved.map(({ name }) => name),
    remove: moved.map(({ origin }) => origin.path),
    variables: final.variables.forGateway(),
    isUndecided,
    write: () => {
      if (writes) writeToolrackFile(target, final.after);
    },
  };
}
