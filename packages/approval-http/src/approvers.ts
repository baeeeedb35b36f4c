import { createHash, timingSafeEqual } from 'node:crypto';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Names approvers by their bearer tokens. */
export class Approvers {
  private readonly entries: readonly { readonly name: string; readonly digest: Buffer }[];

  constructor(tokens: Readonly<Record<string, string>>) {
    this.entries = Object.entries(tokens).map(([name, token]) => ({ name, digest: digest(token) }));
  }

  /** The approver behind an `Authorization` header. Every token is compared, each in constant time. */
  nameOf(header: string | undefined): string | undefined {
    const token = /^Bearer ([\x21-\x7E]{1,4096})$/iu.exec(header ?? '')?.[1];
    if (token === undefined) return undefined;
    const given = digest(token);
    let found: string | undefined;
    for (const entry of this.entries) if (timingSafeEqual(entry.digest, given)) found = entry.name;
    return found;
  }
}
