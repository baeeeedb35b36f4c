import { isJsonObject, type JsonObject } from './json.js';

/** What a source calls things by, and may have to be told again. */
const nameKeys = new Set(['name', 'uri', 'uriTemplate']);
/** Names that are remembered; the oldest is forgotten. */
const mostNames = 10_000;

/** Names and addresses that were shown masked, and what they are: whoever was shown one can use it. */
export class MaskedNames {
  /** By the masked form; `undefined` where two have the same one, which then leads to neither. */
  private readonly names = new Map<string, string | undefined>();

  /** Hears of a masked text and the member that it stands under. */
  readonly heard = (key: string, masked: string, original: string): void => {
    if (!nameKeys.has(key)) return;
    const known = this.names.has(masked) && this.names.get(masked) !== original;
    this.names.delete(masked);
    this.names.set(masked, known ? undefined : original);
    const [oldest] = this.names.keys();
    if (this.names.size > mostNames && oldest !== undefined) this.names.delete(oldest);
  };

  /** The true name behind one that may be masked, also one that a client has escaped as an address. */
  own(name: string): string {
    return this.names.size === 0 ? name : (this.names.get(name) ?? this.names.get(unescaped(name)) ?? name);
  }

  /** What a source is asked, with true names: a name or an address, or a request for a completion with one in its `ref`. */
  asked(given: unknown): unknown {
    if (typeof given === 'string') return this.own(given);
    const reference: unknown = isJsonObject(given) ? given['ref'] : undefined;
    if (!isJsonObject(reference)) return given;
    const entries = Object.entries(reference).map(([key, value]) => [
      key,
      nameKeys.has(key) && typeof value === 'string' ? this.own(value) : value,
    ]);
    return { ...(given as JsonObject), ref: Object.fromEntries(entries) as JsonObject };
  }
}

function unescaped(text: string): string {
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
}
