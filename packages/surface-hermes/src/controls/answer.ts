import { type CallAnswer, jsonForModel, textContent } from '@toolrack/contracts';

/** An answer whose text is compact JSON; `details` are what a host reads, the same value unless given. Nothing in them is hidden. */
export function jsonAnswer(value: unknown, details: unknown = value): CallAnswer {
  const shown = jsonForModel(value);
  return { content: textContent(JSON.stringify(shown)), details: details === value ? shown : jsonForModel(details), isError: false };
}
