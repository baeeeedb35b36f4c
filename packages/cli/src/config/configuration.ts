import type { Plugin, RuntimeOptions } from '@toolrack/contracts';
import type { PolicyLockOptions } from '@toolrack/policy-lock';
import type { McpSourceOptions } from '@toolrack/source-mcp';

import type { GatewayBlock } from '../serve/gateway-block.js';

/** A configuration, ready for `createRuntime`. */
export interface Configuration {
  /** Absolute path of the file. */
  readonly file: string;
  /** `standard`, `openclaw`, `hermes`, `none`, or `composed` for a JavaScript or TypeScript file. */
  readonly preset: string;
  readonly plugins: readonly Plugin[];
  readonly options: Pick<RuntimeOptions, 'trust' | 'validateUntrusted' | 'limits'>;
  /** Place and key that configured a plugin, by the plugin's name; put in front of what boot says about it. */
  readonly origins: ReadonlyMap<string, string>;
  /** Things that are probably not meant, one line each. */
  readonly warnings: readonly string[];
  /** By the id of a source, what decides how it is reached; `""` for all that no entry of `mcpServers` is about. Holds secrets; never print it. */
  readonly reach?: ReadonlyMap<string, string>;
  /** Settings of `toolrack serve`. */
  readonly gateway?: GatewayBlock;
  /** Where its lock is, and whether a run is held to it. */
  readonly lock?: PolicyLockOptions & { readonly file: string; readonly isEnforced: boolean };
}

/** Options of the MCP source that `mcp` may set. */
type SharedServerKey =
  | 'defaultTrust'
  | 'start'
  | 'timeoutMs'
  | 'startTimeoutMs'
  | 'maxCallMs'
  | 'backoffMs'
  | 'maxBackoffMs'
  | 'concurrentStarts'
  | 'maxResultBytes'
  | 'allowHosts';

/** Blocks of `toolrack.json` after variables were expanded and the schema was checked. */
export interface ConfigurationFile {
  readonly preset?: 'standard' | 'openclaw' | 'hermes' | 'none';
  readonly mcpServers?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** What all of `mcpServers` share. */
  readonly mcp?: Pick<McpSourceOptions, SharedServerKey> & { readonly cache?: string | false };
  readonly plugins?: readonly (string | readonly [string, Record<string, never>?])[];
  readonly without?: readonly string[];
  readonly policy?: object;
  readonly lock?: boolean | PolicyLockOptions;
  readonly toolSearch?: unknown;
  readonly tools?: { readonly toolSearch?: unknown; readonly tool_search?: unknown; readonly connectors?: unknown };
  readonly tool_search?: unknown;
  readonly connectors?: false | { readonly url: string; readonly token?: string };
  /** Values that no source, log or error may show. */
  readonly secrets?: readonly string[];
  readonly trust?: RuntimeOptions['trust'];
  readonly validateUntrusted?: boolean;
  readonly limits?: RuntimeOptions['limits'];
  readonly gateway?: GatewayBlock;
}
