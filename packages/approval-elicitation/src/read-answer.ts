import { isJsonObject, type JsonObject } from '@toolrack/contracts';
import type { Choice } from './elicitation-request.js';

/** The choice in the result of `elicitation/create`. Declining, cancelling, and everything unclear or not offered is `deny`. */
export function readAnswer(result: JsonObject, offered: readonly Choice[]): Choice {
  if (result['action'] !== 'accept' || !isJsonObject(result['content'])) return 'deny';
  const { decision } = result['content'];
  return offered.find((choice) => choice === decision) ?? 'deny';
}
