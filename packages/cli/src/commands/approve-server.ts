import {
  consentTo,
  editDocument,
  importedKey,
  parseDocumentText,
  withConsent,
  writeTextFile,
  type DocumentChange,
} from '@toolrack/client-config';
import { isJsonObject, ToolrackError } from '@toolrack/contracts';

import { agreeToServers, type AskedServer } from '../clients/agree-to-servers.js';
import { openToolrackFile, type ToolrackFile } from '../clients/toolrack-file.js';
import type { CommandContext } from '../command-context.js';
import { didYouMean } from '../config/did-you-mean.js';
import type { Ask } from '../terminal/ask.js';

/** What `toolrack approve-server` takes. */
export interface ApproveOptions {
  /** Names of imported servers; none means all that wait. */
  readonly names: readonly string[];
  /** Agree without a question. */
  readonly yes: boolean;
  readonly ask?: Ask;
}

/** `toolrack approve-server`: shows what imported servers run and notes that somebody agrees. The exit code is 1 when one still waits. */
export async function approveServer(context: CommandContext, options: ApproveOptions): Promise<number> {
  const file = openToolrackFile(context.configurationFile, process.cwd());
  if (!file.exists) throw new ToolrackError('ERR_CONFIG_FILE', `The file ${file.path} does not exist, so no server waits for agreement.`);
  const waiting = waitingServers(file, options.names);
  const agreement = { all: options.yes, ...(options.ask === undefined ? {} : { ask: options.ask }) };
  const agreed = await agreeToServers(context, waiting, agreement);
  const left = waiting.map(({ name }) => name).filter((name) => !agreed.has(name));
  if (agreed.size > 0) write(file, waiting, agreed);
  if (context.isJson) context.terminal.printJson({ file: file.path, approved: [...agreed], waiting: left });
  else for (const line of ending(file, waiting, agreed, left, options.yes)) context.terminal.note(line);
  return left.length === 0 ? 0 : 1;
}

/** The imported servers of the configuration that nobody has agreed to. Throws `ERR_CONFIG_VALUE` for a name that is none of them. */
function waitingServers(file: ToolrackFile, names: readonly string[]): AskedServer[] {
  const servers = parseDocumentText(file.format, file.path, file.text)['mcpServers'];
  const imported = Object.entries(isJsonObject(servers) ? servers : {}).flatMap(([name, entry]) =>
    isJsonObject(entry) && consentTo(entry) !== 'not-needed' ? [{ name, entry }] : [],
  );
  for (const name of names) {
    if (imported.some((server) => server.name === name)) continue;
    const known = imported.map((server) => server.name);
    const what =
      isJsonObject(servers) && Object.hasOwn(servers, name)
        ? `The server ${JSON.stringify(name)} was not imported, so it needs no agreement.`
        : `${file.path} has no server ${JSON.stringify(name)}.${didYouMean(name, known)}`;
    throw new ToolrackError('ERR_CONFIG_VALUE', `${what} Imported: ${known.join(', ') || 'none'}.`);
  }
  return imported.filter(
    ({ name, entry }) => (names.length === 0 ? entry['disabled'] !== true : names.includes(name)) && consentTo(entry) !== 'given',
  );
}

function write(file: ToolrackFile, waiting: readonly AskedServer[], agreed: ReadonlySet<string>): void {
  const changes = waiting
    .filter(({ name }) => agreed.has(name))
    .map(({ name, entry }): DocumentChange => ({ kind: 'put', path: ['mcpServers', name, importedKey], value: withConsent(entry) }));
  writeTextFile(file.path, editDocument(file.format, file.path, file.text, changes));
}

function ending(
  file: ToolrackFile,
  waiting: readonly AskedServer[],
  agreed: ReadonlySet<string>,
  left: readonly string[],
  isTold: boolean,
): string[] {
  if (waiting.length === 0) return ['No imported server waits for agreement.'];
  const done = agreed.size === 0 ? [] : [`Agreed, and noted in ${file.path}: ${[...agreed].join(', ')}.`];
  const rest = left.length === 0 || isTold ? [] : [`Still left out: ${left.join(', ')}. Without a terminal, agree with --yes.`];
  return [...done, ...rest];
}
