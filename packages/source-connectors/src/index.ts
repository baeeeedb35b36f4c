export { connectors, default } from './connectors.js';
export { composeConnectorName, parseConnectorName, slugCandidates, type ConnectorName } from './connector-name.js';
export { mostEntries } from './legs/execute-leg.js';
export type { CardPresenter, ConnectionCard, McpManager, McpServerState } from './manage/host-services.js';
export { isSwitchedOn, type ConnectorsOptions, type ConnectorTimeouts, type TokenSource } from './options.js';
