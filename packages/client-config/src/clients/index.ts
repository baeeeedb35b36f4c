import { ToolrackError } from '@toolrack/contracts';

import type { ClientDialect } from '../client-dialect.js';
import { claudeCode } from './claude-code.js';
import { claudeDesktop } from './claude-desktop.js';
import { cline } from './cline.js';
import { codex } from './codex.js';
import { continueDev } from './continue.js';
import { cursor } from './cursor.js';
import { geminiCli } from './gemini-cli.js';
import { goose } from './goose.js';
import { openCode } from './open-code.js';
import { vsCode } from './vs-code.js';
import { windsurf } from './windsurf.js';
import { zed } from './zed.js';

/** Every client whose files are known. */
export const clients: readonly ClientDialect[] = [
  claudeDesktop,
  claudeCode,
  cursor,
  vsCode,
  codex,
  geminiCli,
  windsurf,
  zed,
  openCode,
  cline,
  goose,
  continueDev,
];

/** Other words that people use for a client. */
const aliases: Readonly<Record<string, string>> = {
  claude: 'claude-code',
  vscode: 'vs-code',
  code: 'vs-code',
  gemini: 'gemini-cli',
  'open-code': 'opencode',
};

/** The client of that name, or `undefined`. */
export function findClient(name: string): ClientDialect | undefined {
  const id = name.toLowerCase();
  return clients.find((client) => client.id === (Object.hasOwn(aliases, id) ? aliases[id] : id));
}

/** The client of that name. Throws `ERR_CONFIG_VALUE` that lists the names. */
export function clientNamed(name: string): ClientDialect {
  const found = findClient(name);
  if (found !== undefined) return found;
  const known = clients.map((client) => client.id).join(', ');
  throw new ToolrackError('ERR_CONFIG_VALUE', `There is no client "${name}". Known: ${known}.`);
}
