export { approvalElicitation, approvalElicitation as default, type ApprovalElicitationOptions } from './approval-elicitation.js';
