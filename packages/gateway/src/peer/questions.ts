import type { GatewayOptions } from '../options.js';
import type { Questions } from './ask-client.js';
import { HeldCalls } from './held-calls.js';

/** How the clients of one gateway are asked. */
export function newQuestions(options: GatewayOptions): Omit<Questions, 'era'> {
  const timeoutMs = options.questionTimeoutMs ?? 600_000;
  return { timeoutMs, held: new HeldCalls({ timeoutMs, most: 1_000, mostOfOneClient: 64 }) };
}
