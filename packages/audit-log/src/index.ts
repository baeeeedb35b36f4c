export { auditLog, auditLog as default, defaultKeyVariable } from './audit-log.js';
export { type AuditRecord } from './audit-record.js';
export { type AuditLogOptions } from './options.js';
export { logsOf, partsOf, verifyAudit, type AuditFault, type AuditVerdict, type VerifyOptions } from './verify-audit.js';
