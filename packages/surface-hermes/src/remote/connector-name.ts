/** What the names of remote tools begin with. */
export const connectorPrefix = 'connectors__';

/** Stands for a whole batch of remote calls where one name is wanted: in planners, displays and logs. */
export const connectorBatchName = 'connectors__execute';

/** The parts of a remote tool's name. */
export interface ConnectorName {
  readonly connector: string;
  /** May hold `__` itself. */
  readonly tool: string;
}

/** True for a name that only a remote tool can have, well formed or not. */
export function isConnectorName(name: string): boolean {
  return name.startsWith(connectorPrefix);
}

/** Splits at `__` at most twice; `undefined` unless there are three parts with something in them. */
export function parseConnectorName(name: string): ConnectorName | undefined {
  if (!isConnectorName(name)) return undefined;
  const rest = name.slice(connectorPrefix.length);
  const split = rest.indexOf('__');
  if (split <= 0 || split + 2 >= rest.length) return undefined;
  return { connector: rest.slice(0, split), tool: rest.slice(split + 2) };
}
