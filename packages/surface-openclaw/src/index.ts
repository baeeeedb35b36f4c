export { surfaceOpenclaw, surfaceOpenclaw as default } from './surface-openclaw.js';
export { type ControlNames, type SurfaceOpenclawOptions, type ToolSearchOverride } from './settings/surface-options.js';
export { type ToolSearchBlock, type ToolSearchConfig, type ToolSearchMode, toolSearchSchema } from './settings/tool-search-config.js';
export { type ResolvedToolSearch, resolveToolSearch, type ToolSearchCircumstances } from './settings/resolve-tool-search.js';
export { type LocalService, type ModelReference, prefersLocalLimits } from './settings/local-model.js';
export { renderInputSignature, renderOutputSignature } from './signature/render-signature.js';
export { type CompactCandidate, type McpProvenance } from './search/compact-candidate.js';
export { type BatchAnswer, type ResultGroup } from './search/batch-budget.js';
export { assertClientToolNames, normaliseToolName } from './lookup/client-names.js';
