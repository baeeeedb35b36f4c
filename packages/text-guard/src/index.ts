export { passagesOf, places, type Passage } from './definition-texts.js';
export { detectInstructions, suspiciousFrom, type Detection } from './detect-instructions.js';
export type { Finding } from './finding.js';
export { examineDefinition, namesBySkeleton, type KnownNames, type TextFinding } from './examine-definition.js';
export { imitates, skeleton } from './look-alikes.js';
export { showLookAlikes, showName } from './show-look-alikes.js';
export {
  SuspiciousTools,
  textGuard,
  textGuard as default,
  type GuardAction,
  type SuspiciousTool,
  type TextGuardOptions,
} from './text-guard.js';
