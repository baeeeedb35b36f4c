export {
  acceptChanges,
  compareLock,
  statusOf,
  type ComparedCatalog,
  type LockChange,
  type LockStatus,
  type Origins,
} from './compare-lock.js';
export { grantedSources } from './granted-sources.js';
export { lockFileName, lockVersion, parseLock, readLock, renderLock, type Lock, type LockedTool } from './lock-file.js';
export { definitionDigest, definitionOf, type LockedDefinition } from './locked-definition.js';
export { unlockedSources, type PolicyLockOptions } from './options.js';
export { policyLock, policyLock as default } from './policy-lock.js';
export { Quarantines, type Quarantine } from './quarantine.js';
export { renderChange } from './render-change.js';
export { isSameOrigin, originOf, type OriginInput, type SourceOrigin } from './source-origin.js';
