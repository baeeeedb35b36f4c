import { ToolrackError } from '@toolrack/contracts';

/** One error in words, with what to do about it. */
export function errorText(error: unknown): string {
  if (!ToolrackError.is(error)) return error instanceof Error ? error.message : String(error);
  return error.hint === undefined ? error.message : `${error.message} ${error.hint}`;
}
