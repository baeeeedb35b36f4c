import { ToolrackError } from '@toolrack/contracts';

/** An error about the arguments of a control; nothing has been carried out. */
export function inputError(message: string, fields: Readonly<Record<string, unknown>> = {}): ToolrackError {
  return new ToolrackError('ERR_TOOL_INPUT', message, { fields });
}
