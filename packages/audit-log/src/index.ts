export { auditLog, auditLog as default, defaultKeyVariable } from './audit-log.js';
export { type AuditRecord } from './audit-record.js';
export { logsOf, partsOf } from './log-parts.js';
export { type AuditLogOptions } from './options.js';
export { type AuditFault, type AuditVerdict } from './audit-verdict.js';
export { verifyAudit, verifyLog, type VerifyOptions } from './verify-audit.js';
