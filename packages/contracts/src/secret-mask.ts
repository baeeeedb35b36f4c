import { everydayWords } from './everyday-words.js';
import { MaskedCopy, redacted, type MaskedListener } from './masked-copy.js';
import { SecretFinder, type TextSpan } from './secret-finder.js';
import { secretSpellings } from './secret-spellings.js';
import { withoutHidden } from './visible-text.js';

export { redacted, type MaskedListener };

/** Shorter values cannot be hidden, in characters; those of digits alone need the second length. */
const shortestValue = 3;
const shortestDigits = 6;
/** Values that are remembered of those that came later, such as renewed tokens. */
const mostLate = 200;

/**
 * Words that are no secret even where somebody calls them one: defaults that everybody knows, switches, and the words that MCP and JSON Schema are
 * made of, without which no message could be read.
 */
const knownWords = new Set(
  `true false null none undefined yes no on off default enabled disabled auto basic bearer digest oauth oauth2 ssh password passwd secret token
  changeme example sample test testing demo guest user admin root public private local localhost development staging production postgres mysql mongodb
  redis sqlite json text string number integer boolean object array image audio video resource resource_link blob data uri url name title description type
  properties required items enum const format content contents structuredcontent iserror inputschema outputschema annotations tools prompts resources
  resourcetemplates messages message role assistant system level logger debug info notice warning error critical progress total result results
  method params jsonrpc id mimetype arguments value values key keys code server client session`.split(/\s+/u),
);

/**
 * Hides known values in texts, in every spelling that programs commonly give them (`secretSpellings`). It knows nothing of keys and forms: that is for a
 * `Redactor`. One pass over a text, however many values there are; a text without any of them is returned as it is. What
 * cannot be hidden (`canBeHidden`) is left alone; values of fewer than eight characters and those that are one word or number are hidden only where they
 * stand alone. Who encodes a value in a way of its own gets it past this.
 */
export class SecretMask {
  private readonly early: readonly LazyFinder[];
  private late?: LazyFinder;
  private finders: readonly LazyFinder[];

  /** `before` is for `with`. */
  constructor(values: Iterable<string> = [], before: readonly LazyFinder[] = []) {
    const own = new LazyFinder([...new Set(values)].filter(canBeHidden));
    this.early = own.values.length === 0 ? before : [...before, own];
    this.finders = this.early;
  }

  /** True when there is nothing to hide. */
  get isEmpty(): boolean {
    return this.finders.length === 0;
  }

  /** The same mask with further values; this one stays as it is. */
  with(values: Iterable<string>): SecretMask {
    return new SecretMask(values, this.finders);
  }

  /** Values that came later, for example renewed tokens. Of very many the oldest are forgotten. */
  add(values: Iterable<string>): void {
    const before = this.late?.values ?? [];
    const fresh = [...values].filter((value) => canBeHidden(value) && !before.includes(value));
    if (fresh.length === 0) return;
    this.late = new LazyFinder([...before, ...fresh].slice(-mostLate));
    this.finders = [...this.early, this.late];
  }

  /**
   * The text without any of the values, also those with hidden characters inside or with each character escaped; where one is found that way, the
   * text comes back without the hidden characters or the escapes.
   */
  apply(text: string): string {
    if (this.isEmpty) return text;
    let masked = this.applyPlainly(text);
    for (const unfold of unfoldings) {
      const unfolded = unfold(masked);
      if (unfolded === masked) continue;
      const found = this.applyPlainly(unfolded);
      if (found !== unfolded) masked = found;
    }
    return masked;
  }

  private applyPlainly(text: string): string {
    let spans: readonly TextSpan[] = [];
    for (const finder of this.finders) {
      const found = finder.find(text);
      if (found.length > 0) spans = [...spans, ...found];
    }
    return spans.length === 0 ? text : withoutSpans(text, spans);
  }

  /** For a text that was cut at its beginning: what is left of a value at the cut goes too. */
  applyToTail(text: string): string {
    let covered = 0;
    for (const finder of this.finders) covered = Math.max(covered, finder.endingAtStart(text));
    return this.apply(covered === 0 ? text : redacted + text.slice(covered));
  }

  /**
   * The value with every text in it masked, names of members too, and numbers that are a value. What has nothing to hide is returned itself, not copied.
   * The data of pictures, sounds and binary resources is replaced as a whole when the Base64 of a value is in it.
   */
  within<Value>(value: Value, onMasked?: MaskedListener): Value {
    return this.isEmpty ? value : (new MaskedCopy(this, this.numbers(), onMasked).walk(value, '', false, 0) as Value);
  }

  private numbers(): ReadonlySet<number> {
    return new Set(this.finders.flatMap((finder) => finder.numbers));
  }
}

const characterOf = (hex: string): string => String.fromCharCode(Number.parseInt(hex, 16));

/** Readings of a text in which a value may show: what takes the hidden characters out for a model, and what decodes an address or JSON. */
const unfoldings: readonly ((text: string) => string)[] = [
  withoutHidden,
  (text) => text.replace(/%([2-7][0-9a-f])/giu, (_, hex: string) => characterOf(hex)),
  (text) => text.replace(/\\u00([2-7][0-9a-f])/giu, (_, hex: string) => characterOf(hex)),
];

/**
 * The one rule for what can be hidden, in results, logs and records alike: a value of at least three characters, or six where they are all
 * digits, that is no word which texts use every day. To hide such a word would break texts that mean something else by it, and show by the gap in a known
 * sentence what the secret is.
 */
export function canBeHidden(value: string): boolean {
  const plain = value.trim();
  const shortest = /^\d+$/u.test(plain) ? shortestDigits : shortestValue;
  const word = plain.toLowerCase();
  return plain.length >= shortest && !knownWords.has(word) && !everydayWords.has(word) && !redacted.includes(plain);
}

/** Values, and what finds them, made when it is first wanted. */
class LazyFinder {
  readonly numbers: readonly number[];
  private finder?: SecretFinder;
  private texts?: readonly string[];

  constructor(readonly values: readonly string[]) {
    this.numbers = values.filter((value) => /^\d{1,15}$/u.test(value)).map(Number);
  }

  find(text: string): readonly TextSpan[] {
    if (text.length < shortestValue) return [];
    this.finder ??= new SecretFinder(this.values.flatMap(secretSpellings));
    return this.finder.find(text);
  }

  /** How many characters at the start of a text are the end of a value. */
  endingAtStart(text: string): number {
    this.texts ??= this.values.flatMap(secretSpellings).map((spelling) => spelling.text);
    let covered = 0;
    for (const secret of this.texts) {
      for (let length = secret.length - 1; length > covered; length -= 1) {
        if (text.startsWith(secret.slice(-length))) covered = length;
      }
    }
    return covered;
  }
}

function withoutSpans(text: string, spans: readonly TextSpan[]): string {
  const sorted = [...spans].sort((left, right) => left.start - right.start);
  const parts: string[] = [];
  let kept = 0;
  let end = -1;
  for (const span of sorted) {
    if (span.start >= end) {
      if (end >= 0) parts.push(redacted);
      parts.push(text.slice(kept, span.start));
    }
    end = Math.max(end, span.end);
    kept = end;
  }
  return [...parts, redacted, text.slice(kept)].join('');
}
