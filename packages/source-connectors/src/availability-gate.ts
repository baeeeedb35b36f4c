import { isJsonObject, isThenable, scopeKeys, type RunContext, type Scope } from '@toolrack/contracts';

import { parseJson } from './gateway/read-body.js';
import type { ConnectorsOptions } from './options.js';

/** What may stand in a header; anything else would make the HTTP client print the token in its error. */
const headerSafe = /^[\u0021-\u007e]+$/u;
const mostScopes = 4096;

/** The options that the gate reads. */
export type GateOptions = Pick<ConnectorsOptions, 'token' | 'allowGuest' | 'claim' | 'requireClaim'>;

/**
 * Says who may use the gateway: an account whose token is entitled to managed tools, or a guest where guests are allowed. Every doubt
 * is a no. The claims are read without checking the signature: this gate only hides what the gateway would refuse anyway.
 */
export class AvailabilityGate {
  private readonly known = new Map<string, boolean>();

  /** `changed` is called when the answer for a scope is another one than before. */
  constructor(
    private readonly options: GateOptions,
    private readonly changed: () => void = () => undefined,
  ) {}

  /** The answer without waiting: for a token that has to be waited for, the last one. */
  current(run: RunContext): boolean {
    try {
      const token = this.read(run.scope);
      if (!isThenable(token)) return this.remember(run.scope, this.admits(token));
      void this.settle(run.scope, () => token);
    } catch {
      return this.remember(run.scope, false);
    }
    return this.known.get(keyOf(run.scope)) ?? false;
  }

  /** The answer as of now. Never rejects. */
  check(run: RunContext): Promise<boolean> {
    return this.settle(run.scope, () => this.read(run.scope));
  }

  /** The token to send; `undefined` when there is none that can be sent. */
  async token(scope: Scope): Promise<string | undefined> {
    const token = await this.read(scope);
    return typeof token === 'string' && headerSafe.test(token) ? token : undefined;
  }

  private async settle(scope: Scope, read: () => unknown): Promise<boolean> {
    let isOpen = false;
    try {
      isOpen = this.admits(await read());
    } catch {
      // A token that cannot be had is none.
    }
    return this.remember(scope, isOpen);
  }

  private read(scope: Scope): string | undefined | Promise<string | undefined> {
    const { token } = this.options;
    return typeof token === 'function' ? token(scope) : token;
  }

  private admits(token: unknown): boolean {
    if (token === undefined || token === '') return this.options.allowGuest === true;
    if (typeof token !== 'string' || !headerSafe.test(token)) return false;
    const claims = claimsOf(token);
    if (claims === 'opaque') return this.options.requireClaim !== true;
    return claims?.[this.options.claim ?? 'managed_tools'] === true;
  }

  private remember(scope: Scope, isOpen: boolean): boolean {
    const key = keyOf(scope);
    const before = this.known.get(key);
    if (before === isOpen) return isOpen;
    if (this.known.size >= mostScopes) this.known.clear();
    this.known.set(key, isOpen);
    if (before !== undefined) this.changed();
    return isOpen;
  }
}

/** The claims of a JSON Web Token, `undefined` when it looks like one but cannot be read. */
function claimsOf(token: string): 'opaque' | Readonly<Record<string, unknown>> | undefined {
  const parts = token.split('.');
  if (parts.length !== 3 || !token.startsWith('eyJ')) return 'opaque';
  const claims = parseJson(Buffer.from(parts[1] as string, 'base64url').toString('utf8'));
  return isJsonObject(claims) ? claims : undefined;
}

function keyOf(scope: Scope): string {
  return JSON.stringify(scopeKeys.map((key) => scope[key] ?? null));
}
