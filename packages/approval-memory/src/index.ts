export { approvalMemory, approvalMemory as default, RememberedApprovals, type ApprovalMemoryOptions } from './approval-memory.js';
export { DecisionStore } from './decision-store.js';
export { readRemembered, type RememberedDecision } from './remembered-decision.js';
