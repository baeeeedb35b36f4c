export { approvalHttp, approvalHttp as default, ApprovalQueueAddress } from './approval-http.js';
export type { ApprovalHttpOptions, WebhookOptions } from './options.js';
export type { ShownApproval } from './pending-approvals.js';
export { signatureHeader, signWebhook, verifyWebhook, type WebhookMessage } from './webhooks.js';
