export { approvalTerminal, approvalTerminal as default, type ApprovalTerminalOptions } from './approval-terminal.js';
export type { TerminalOutput } from './ask-in-terminal.js';
export type { TerminalInput } from './line-reader.js';
