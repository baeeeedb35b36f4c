import { createHash, timingSafeEqual } from 'node:crypto';
import { ToolrackError, type Scope } from '@toolrack/contracts';
import type { RunDefaults } from '../options.js';

/** A bearer token and whose catalog it opens. */
export interface TokenGrant {
  /** Sent by the client as `Authorization: Bearer <token>`. Long and random. */
  readonly token: string;
  readonly scope: Scope;
  /** Given to the runs of this client instead of the gateway's own defaults. */
  readonly run?: RunDefaults;
}

/** Who a request comes from. */
export interface Client {
  /** Tells clients apart: in rate limits, and so that nobody uses the session of another. */
  readonly key: string;
  readonly scope: Scope;
  readonly run: RunDefaults;
}

const form = /^[A-Za-z0-9\-._~+/]+=*$/;

/** Knows clients by their bearer tokens. Only digests are kept, and each look-up compares with all of them in constant time. */
export class TokenTable {
  private readonly rows: readonly { readonly digest: Buffer; readonly client: Client }[];

  /** Throws `ERR_CONFIG_VALUE` for a token that is empty, cannot be sent in a header or is given twice. */
  constructor(grants: readonly TokenGrant[], defaults: RunDefaults = {}) {
    const seen = new Set<string>();
    this.rows = grants.map((grant, index) => {
      const where = `tokens[${index}].token`;
      if (typeof grant.token !== 'string' || !form.test(grant.token)) {
        throw configError(`${where} must be a non-empty string of letters, digits and -._~+/ characters.`, where);
      }
      if (seen.has(grant.token)) throw configError(`${where} repeats an earlier token.`, where);
      seen.add(grant.token);
      return {
        digest: digestOf(grant.token),
        client: { key: `token:${index}`, scope: grant.scope, run: grant.run ?? defaults },
      };
    });
  }

  get size(): number {
    return this.rows.length;
  }

  /** The client of an `Authorization` header, or `undefined`. */
  find(header: string | undefined): Client | undefined {
    const match = /^Bearer +([^ ]+) *$/i.exec(header ?? '');
    const digest = digestOf(match?.[1] ?? '');
    let found: Client | undefined;
    for (const row of this.rows) {
      if (timingSafeEqual(row.digest, digest)) found = row.client;
    }
    return found;
  }
}

function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

function configError(message: string, key: string): ToolrackError {
  return new ToolrackError('ERR_CONFIG_VALUE', message, { fields: { key } });
}
