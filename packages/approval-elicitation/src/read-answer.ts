import { isJsonObject, type JsonObject } from '@toolrack/contracts';
import { choices, type Choice } from './elicitation-request.js';

/** The choice in the result of `elicitation/create`. Declining, cancelling and everything unclear is `deny`. */
export function readAnswer(result: JsonObject): Choice {
  if (result['action'] !== 'accept' || !isJsonObject(result['content'])) return 'deny';
  const { decision } = result['content'];
  return typeof decision === 'string' && Object.hasOwn(choices, decision) ? (decision as Choice) : 'deny';
}
