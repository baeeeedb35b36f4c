import { composeConfiguration } from './compose-configuration.js';
import type { Configuration } from './configuration.js';
import { configuredSecrets, type UsedVariable } from './configured-secrets.js';
import { expandVariables } from './expand-variables.js';
import { findConfiguration } from './find-configuration.js';
import { loadComposed } from './load-composed.js';
import { heldServers, holdServers } from './held-servers.js';
import { hermesBlocks } from './hermes-blocks.js';
import { hiddenValues } from '../terminal/hidden-values.js';
import { formatKeyPath, type KeyPath } from './key-path.js';
import { readConfiguration } from './read-configuration.js';
import { validateConfiguration } from './validate-configuration.js';
import { withLock } from './with-lock.js';

/** Where a configuration is looked for. */
export interface ConfigurationRequest {
  /** Folder to start from (the current one). */
  readonly folder?: string;
  /** A file, or a folder that has one; default: the nearest one upward. */
  readonly file?: string;
  /** Variables for `${NAME}` (those of the process). */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Servers' tools are kept from one start to the next and known before a server runs, as `mcp.cache` says (false: every server is asked). */
  readonly keepsTools?: boolean;
  /** Runtimes of this process take over from each other, and hand on what they know of servers. */
  readonly handsOver?: boolean;
  /** Servers are told that the client behind a call can be asked, as it can behind a gateway. */
  readonly asksClient?: boolean;
}

/** Finds, reads and checks a configuration and loads its plugins. Rejects with a `ToolrackError` that says what to correct. */
export async function loadConfiguration(request: ConfigurationRequest = {}): Promise<Configuration> {
  const environment = request.environment ?? process.env;
  const file = findConfiguration(request.folder ?? process.cwd(), request.file);
  if (/\.[cm]?[jt]s$/u.test(file)) return withLock(await loadComposed(file, environment));
  const document = await readConfiguration(file);
  const { value: runnable, held } = holdServers(document.value, environment);
  const used: UsedVariable[] = [];
  const expanded = expandVariables(runnable, environment, document.where, (variable) => void used.push(variable));
  const at = (path: KeyPath): string => `${document.where(path)}: ${formatKeyPath(path)}`;
  const secrets = configuredSecrets(expanded, used, at);
  // Before anything can go wrong with what they hold.
  hiddenValues.add(secrets.all);
  const asWritten = { value: expanded, locate: (path: KeyPath) => path, warnings: [] };
  const { value, locate, warnings } = expanded['preset'] === 'hermes' ? await hermesBlocks(expanded, at) : asWritten;
  validateConfiguration(value, { written: document.value, where: document.where, locate });
  const written = { block: value['lock'], servers: document.value['mcpServers'], place: at(['lock']) };
  const kept = {
    ...(request.keepsTools === true ? { keepsToolsIn: environment } : {}),
    asksClient: request.asksClient === true,
    handsOver: request.handsOver === true,
  };
  const configuration = await withLock(
    await composeConfiguration(document, value, { locate, warnings: [...warnings, ...secrets.warnings], secrets, ...kept }),
    written,
  );
  return held.length === 0 ? configuration : { ...configuration, plugins: [...configuration.plugins, heldServers(held)] };
}
