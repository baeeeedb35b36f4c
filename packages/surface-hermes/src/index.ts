export { surfaceHermes, surfaceHermes as default } from './surface-hermes.js';
export { HermesSurface, type HermesServices } from './hermes-surface.js';
export { type SurfaceHermesOptions } from './settings/surface-options.js';
export { hermesSettings, type HermesSettings } from './settings/hermes-settings.js';
export { type ResolvedToolSearch, resolveConnectors, resolveToolSearch, type Switch } from './settings/resolve-tool-search.js';
export { coreTools, curatedDefer } from './settings/deferral-lists.js';
export { type Assembly, assemble, estimateTokens } from './assembly.js';
export { isDeferrable } from './deferral/is-deferrable.js';
export { coerceArguments } from './coercion/coerce-arguments.js';
export { HermesValidator } from './validation/hermes-validator.js';
export { type GivenCall, unwrapControlCall, type UnwrappedCall } from './call/unwrap-control-call.js';
export { type CallEntry } from './call/call-entries.js';
export { type PlannedSegment, planCalls, type PlannerFacts } from './planning/plan-calls.js';
export { plannerFacts } from './planning/run-facts.js';
export { connectorBatchName, type ConnectorName, connectorPrefix, isConnectorName, parseConnectorName } from './remote/connector-name.js';
export {
  type RemoteDescribeAnswer,
  type RemoteEntry,
  type RemoteFailure,
  type RemoteLeg,
  RemoteLegs,
  type RemoteOutcome,
  type RemoteSearchAnswer,
  type RemoteTool,
} from './remote/remote-leg.js';
