import { reasonOf, type Logger } from '@toolrack/contracts';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { ShownApproval } from './pending-approvals.js';

/** The header that carries time and signature. */
export const signatureHeader = 'toolrack-signature';

/** Pauses before each further try, in milliseconds. */
const pauses = [1000, 4000, 15_000];
const timeoutMs = 5000;
/** Most messages on their way to one receiver; more are dropped with a warning. */
const mostWaiting = 1000;

/** What a webhook carries. */
export type WebhookMessage =
  | { readonly type: 'approval.requested'; readonly approval: ShownApproval }
  | {
      readonly type: 'approval.decided';
      readonly id: string;
      readonly decision: 'allow' | 'deny';
      readonly edited: boolean;
      readonly by?: string;
      readonly reason?: string;
    };

const mac = (secret: string, seconds: number, body: string): string =>
  createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');

/** The value of `toolrack-signature`: `t=<seconds since the epoch>,v1=<HMAC-SHA-256 over "t.body" in hexadecimal>`. */
export function signWebhook(body: string, secret: string, now = Date.now()): string {
  const seconds = Math.floor(now / 1000);
  return `t=${seconds},v1=${mac(secret, seconds, body)}`;
}

/** True for a body that was signed with the secret less than `toleranceSeconds` (300) ago; for receivers. */
export function verifyWebhook(
  body: string,
  header: string,
  secret: string,
  options: { readonly toleranceSeconds?: number; readonly now?: number } = {},
): boolean {
  const match = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/u.exec(header);
  if (match === null) return false;
  const seconds = Number(match[1]);
  const age = Math.abs((options.now ?? Date.now()) / 1000 - seconds);
  return (
    age <= (options.toleranceSeconds ?? 300) && timingSafeEqual(Buffer.from(mac(secret, seconds, body)), Buffer.from(match[2] as string))
  );
}

/** Posts messages to one receiver, in order, each tried four times. It never delays or changes a decision. */
export class Webhook {
  private last: Promise<void> = Promise.resolve();
  private waiting = 0;

  constructor(
    private readonly url: URL,
    private readonly secret: string,
    private readonly logger: Logger,
    private readonly closing: AbortSignal,
  ) {}

  post(message: WebhookMessage): void {
    if (this.waiting >= mostWaiting) return this.logger.warn(`a webhook of ${this.url.origin} was dropped: ${mostWaiting} others wait`);
    this.waiting += 1;
    this.last = this.last.then(() => this.deliver(JSON.stringify(message))).finally(() => (this.waiting -= 1));
  }

  private async deliver(body: string): Promise<void> {
    for (const wait of [0, ...pauses]) {
      if (this.closing.aborted) return;
      try {
        if (wait > 0) await pause(wait, undefined, { signal: this.closing, ref: false });
        await this.send(body);
        return;
      } catch (error) {
        if (this.closing.aborted) return;
        // The address may hold a secret: only its origin is named.
        this.logger.warn(`a webhook did not reach ${this.url.origin}: ${reasonOf(error).replaceAll(this.url.href, this.url.origin)}`);
      }
    }
  }

  private async send(body: string): Promise<void> {
    const response = await fetch(this.url, {
      method: 'POST',
      body,
      redirect: 'error',
      headers: { 'content-type': 'application/json', [signatureHeader]: signWebhook(body, this.secret) },
      signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), this.closing]),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`status ${response.status}`);
  }
}
