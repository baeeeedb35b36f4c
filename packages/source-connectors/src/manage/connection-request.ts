import { isJsonObject, type JsonObject } from '@toolrack/contracts';

import { hostedActions, mcpActions, type ConnectionAction, type HostedAction, type McpAction } from './definition.js';

/** One app or server that is meant. */
export interface ConnectionTarget {
  /** Lower-case for a connector, as given for a server. */
  readonly name: string;
  readonly mcp: boolean;
  readonly alias?: string;
  readonly to?: string;
}

/** A request that was understood. */
export interface ConnectionRequest {
  readonly action: ConnectionAction;
  readonly targets: readonly ConnectionTarget[];
  readonly force: boolean;
}

/** A request that is refused; `call` are the arguments that would work. */
export interface Refusal {
  readonly error: { readonly code: string; readonly message: string; readonly call?: JsonObject };
}

/** Tells the actions on local MCP servers from the others. */
export const isMcp = (action: ConnectionAction): action is McpAction => (mcpActions as readonly string[]).includes(action);

/** What is to be called instead when a target is on the other side; an MCP server is renamed in its own configuration. */
const otherSide: Readonly<Record<HostedAction | McpAction, ConnectionAction | undefined>> = {
  connect: 'install',
  reconnect: 'authorize',
  rename: undefined,
  install: 'connect',
  enable: 'connect',
  authorize: 'reconnect',
};

const refuse = (code: string, message: string, call?: JsonObject): Refusal => ({
  error: { code, message, ...(call === undefined ? {} : { call }) },
});

/** Reads the arguments of `manage_connections`; a single target may stand without its list. Nothing has happened when it refuses. */
export function readConnectionRequest(callArguments: JsonObject): ConnectionRequest | Refusal {
  const { action = 'status', connectors, force } = callArguments;
  if (typeof action !== 'string' || !['status', ...hostedActions, ...mcpActions].includes(action)) {
    return refuse('INVALID_ACTION', `There is no action ${JSON.stringify(action)}.`, { action: 'status' });
  }
  const named = connectors === undefined || connectors === null ? [] : Array.isArray(connectors) ? (connectors as unknown[]) : [connectors];
  const targets: ConnectionTarget[] = [];
  for (const [position, value] of named.entries()) {
    const target = readTarget(value);
    if (target === undefined) return refuse('INVALID_TARGET', `connectors[${position}] has no name.`);
    targets.push(target);
  }
  const request = { action: action as ConnectionAction, targets, force: force === true };
  return request.action === 'status' ? request : (checkTargets(request.action, targets) ?? request);
}

function readTarget(value: unknown): ConnectionTarget | undefined {
  const target = typeof value === 'string' ? { name: value } : isJsonObject(value) ? value : {};
  const { name, mcp, alias, to } = target;
  if (typeof name !== 'string' || name.trim() === '') return undefined;
  const isMcpServer = mcp === true;
  return {
    name: isMcpServer ? name.trim() : name.trim().toLowerCase(),
    mcp: isMcpServer,
    ...(typeof alias === 'string' && alias.trim() !== '' ? { alias: alias.trim() } : {}),
    ...(typeof to === 'string' && to.trim() !== '' ? { to: to.trim() } : {}),
  };
}

function checkTargets(action: HostedAction | McpAction, targets: readonly ConnectionTarget[]): Refusal | undefined {
  if (targets.length === 0) return refuse('MISSING_TARGET', `The action "${action}" needs connectors.`, { action: 'status' });
  const wrong = targets.filter(({ mcp }) => mcp !== isMcp(action));
  if (wrong.length > 0) return wrongSide(action, wrong);
  const unnamed = action === 'rename' ? targets.find(({ to }) => to === undefined) : undefined;
  if (unnamed === undefined) return undefined;
  const example = {
    action,
    connectors: [{ name: unnamed.name, ...(unnamed.alias === undefined ? {} : { alias: unnamed.alias }), to: 'new name' }],
  };
  return refuse('MISSING_TARGET', `The action "rename" needs "to", the new name of ${unnamed.name}.`, example);
}

function wrongSide(action: HostedAction | McpAction, wrong: readonly ConnectionTarget[]): Refusal {
  const names = wrong.map(({ name }) => name).join(', ');
  const instead = otherSide[action];
  const side = isMcp(action)
    ? `The action "${action}" is for local MCP servers, and ${names} is meant as a connector.`
    : `The action "${action}" is for connectors, and ${names} is a local MCP server.`;
  if (instead === undefined) return refuse('WRONG_SIDE', `${side} A server is renamed in its configuration.`, { action: 'status' });
  const connectors = wrong.map(({ name }) => (isMcp(action) ? name : { name, mcp: true }));
  return refuse('WRONG_SIDE', `${side} Nothing was done.`, { action: instead, connectors });
}
