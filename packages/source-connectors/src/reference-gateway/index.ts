export type { Account, Accounts } from './accounts.js';
export { faultKinds, type Fault, type FaultRoute } from './faults.js';
export { defaultConnectors, defaultTools, type ReferenceConnector, type ReferenceTool } from './fixture.js';
export * from './reference-gateway.js';
