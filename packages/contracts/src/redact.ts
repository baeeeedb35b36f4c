import { withoutSecretForms } from './secret-forms.js';
import { canBeHidden, redacted, SecretMask } from './secret-mask.js';
import { secretValues } from './secret-values.js';

export { redacted };

/** Endings of key names, in lower case without separators, whose values are secrets. */
const secretKey =
  /(?:password|passwd|passphrase|passcode|secret|token|apikey|accesskey|secretkey|privatekey|signingkey|encryptionkey|credentials?|authorization|cookie|bearer|jwt|otp|pin|cvv|sessionid)$|^(?:pass|pwd|auth)$/u;
/** Keys that end like a secret and are none: positions in a list. */
const harmlessKey = /(?:page|next|continuation|sync|cursor)token$/u;

const marker = (): string => redacted;
/** Deeper parts of a copied value are replaced as a whole. */
const deepest = 64;

/** What a `Redactor` knows beyond the usual names and forms. */
export interface RedactorOptions {
  /** Further names whose values are secrets, whatever their case and separators. */
  readonly keys?: readonly string[];
  /**
   * Values that are secrets wherever they stand and however they are written (`SecretMask`), for example configured tokens; those that no mask can
   * hide (`canBeHidden`) are left out.
   */
  readonly values?: Iterable<string>;
}

/** Removes secrets by the names of keys, by their own form and by registered value. An odd secret under an odd name stays. */
export class Redactor {
  private readonly keys: ReadonlySet<string>;
  private readonly mask: SecretMask;

  /** `before` is for `with`: what an earlier redactor hides, as far as it was prepared. */
  constructor(
    private readonly options: RedactorOptions = {},
    before: SecretMask = new SecretMask(),
  ) {
    this.keys = new Set((options.keys ?? []).map(plainKey));
    this.mask = before.with(options.values ?? []);
  }

  /** The same redactor for which these values are secrets too. */
  with(values: readonly string[]): Redactor {
    return values.some(canBeHidden) ? new Redactor({ ...this.options, values }, this.mask) : this;
  }

  isSecretKey(key: string): boolean {
    const plain = plainKey(key.slice(0, 256));
    return this.keys.has(plain) || (secretKey.test(plain) && !harmlessKey.test(plain));
  }

  /** True when the value under that key is a secret; empty values and switches say nothing. */
  hides(key: string, value: unknown): boolean {
    return value !== null && value !== undefined && value !== '' && typeof value !== 'boolean' && this.isSecretKey(key);
  }

  /** The text without registered values and secrets of a known form. */
  text(value: string): string {
    return withoutSecretForms(this.mask.apply(value), marker, 'all');
  }

  /** The name of a member without registered values: programs make names of anything. */
  name(key: string): string {
    return this.mask.apply(key);
  }

  /** A copy of a JSON value without secrets; what stands under a secret key is hidden in its other texts too. */
  copy(value: unknown): unknown {
    return this.with(secretValues(value, this)).copyPart(value, 0);
  }

  private copyPart(value: unknown, depth: number): unknown {
    if (typeof value === 'string') return this.text(value);
    if (typeof value !== 'object' || value === null) return value;
    if (depth >= deepest) return redacted;
    if (Array.isArray(value)) return value.map((item: unknown) => this.copyPart(item, depth + 1));
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [this.name(key), this.hides(key, inner) ? redacted : this.copyPart(inner, depth + 1)]),
    );
  }
}

function plainKey(key: string): string {
  return key.toLowerCase().replaceAll(/[^a-z0-9]/gu, '');
}
