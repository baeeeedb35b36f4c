import { type CallAnswer, textContent } from '@toolrack/contracts';

/** An answer whose text is compact JSON; `details` are what a host reads, the same value unless given. */
export function jsonAnswer(value: unknown, details: unknown = value): CallAnswer {
  return { content: textContent(JSON.stringify(value)), details, isError: false };
}
