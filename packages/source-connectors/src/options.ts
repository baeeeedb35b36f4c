import { ToolrackError, type JsonObject, type RunContext, type Scope } from '@toolrack/contracts';

import type { CardPresenter, McpManager } from './manage/host-services.js';

/** Time bounds in milliseconds, each for a whole request with its further attempt. */
export interface ConnectorTimeouts {
  /** Search, never repeated (30,000). */
  readonly searchMs?: number;
  /** Schemas, with one further attempt (10,000). */
  readonly schemasMs?: number;
  /** Execution, with one further attempt under the same idempotency key (60,000). */
  readonly executeMs?: number;
  /** Everything else (30,000). */
  readonly otherMs?: number;
  /** How long a card waits for its user (300,000). */
  readonly cardMs?: number;
  /** How often a waiting card looks at its connection (2,000). */
  readonly cardPollMs?: number;
}

/** `ConnectorTimeouts` with the defaults. */
export type ResolvedTimeouts = Readonly<Required<ConnectorTimeouts>>;

/** A token, or what gives the one of a scope; `undefined` and `""` mean signed out. */
export type TokenSource = string | ((scope: Scope) => string | undefined | Promise<string | undefined>);

/** Options of `connectors`. */
export interface ConnectorsOptions {
  /** Address of the gateway, `http` or `https`, without credentials. Required unless `enabled` is off. */
  readonly url?: string;
  readonly token?: TokenSource;
  /** Values that are hidden in what the gateway answers, besides the token. */
  readonly secrets?: readonly string[];
  /** `false` (also `0`, `"no"`, `"off"`, `""`): as if the plugin were not there. Anything else is on; default on. */
  readonly enabled?: unknown;
  /** Let runs without a token use the gateway as a guest (false). */
  readonly allowGuest?: boolean;
  /** Claim that a JSON Web Token must carry as `true` (`managed_tools`). */
  readonly claim?: string;
  /** Refuse tokens whose claims cannot be read, such as API keys (false). */
  readonly requireClaim?: boolean;
  /** How the host lets users link accounts: `link` (default) or `card`. */
  readonly surface?: 'link' | 'card';
  /** Whether a run belongs to the main agent, which alone starts connections (true). */
  readonly isMainAgent?: boolean | ((run: RunContext) => boolean);
  readonly timeouts?: ConnectorTimeouts;
  /** Shows connection cards; for `surface: "card"`. */
  readonly showCard?: CardPresenter;
  /** Installs, enables and authorizes MCP servers; without it those actions say that the host cannot. */
  readonly mcp?: McpManager;
}

const defaultTimeouts: ResolvedTimeouts = Object.freeze({
  searchMs: 30_000,
  schemasMs: 10_000,
  executeMs: 60_000,
  otherMs: 30_000,
  cardMs: 300_000,
  cardPollMs: 2_000,
});

const milliseconds: JsonObject = { type: 'integer', minimum: 1, maximum: 3_600_000 };

/** JSON Schema of the options. Functions pass where a program may give them. */
export const optionsSchema: JsonObject = {
  type: 'object',
  additionalProperties: false,
  properties: {
    url: { type: 'string' },
    token: {},
    secrets: { type: 'array', items: { type: 'string' } },
    enabled: {},
    allowGuest: { type: 'boolean' },
    claim: { type: 'string', minLength: 1 },
    requireClaim: { type: 'boolean' },
    surface: { enum: ['link', 'card'] },
    isMainAgent: {},
    timeouts: {
      type: 'object',
      additionalProperties: false,
      properties: Object.fromEntries(Object.keys(defaultTimeouts).map((name) => [name, milliseconds])),
    },
    showCard: {},
    mcp: {},
  },
};

const offWords = new Set(['false', '0', 'no', 'off', '']);

/** Reads a switch that people write by hand: `false`, `0` and the words for no are off, everything else is on. */
export function isSwitchedOn(value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return value !== 0;
  return typeof value !== 'string' || !offWords.has(value.trim().toLowerCase());
}

/** The time bounds with the defaults filled in. */
export function resolveTimeouts(timeouts: ConnectorTimeouts = {}): ResolvedTimeouts {
  return { ...defaultTimeouts, ...timeouts };
}

/** The address of the gateway. Throws `ERR_PLUGIN_OPTIONS` with words that never hold the address itself: it may have a password in it. */
export function readAddress(url: string | undefined): URL {
  const refuse = (reason: string): never => {
    throw new ToolrackError('ERR_PLUGIN_OPTIONS', `The option "url" of @toolrack/source-connectors ${reason}.`, {
      hint: 'Give the address of the gateway, for example "https://gateway.example", or set "enabled" to false.',
    });
  };
  if (url === undefined || url.trim() === '') return refuse('is missing');
  if (!URL.canParse(url)) return refuse('is not an address');
  const address = new URL(url);
  if (address.protocol !== 'https:' && address.protocol !== 'http:') refuse('must begin with https:// or http://');
  if (address.username !== '' || address.password !== '') refuse('holds credentials; use the option "token"');
  if (address.search !== '' || address.hash !== '') refuse('must have no query and no fragment');
  return address;
}

/** True where a token would cross a network in the clear. */
export function isExposed(address: URL): boolean {
  const host = address.hostname;
  const isLoopback = host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/u.test(host);
  return address.protocol === 'http:' && !isLoopback;
}
