/** One way in which a value may be written. */
export interface SecretSpelling {
  readonly text: string;
  /** Counts only where it stands alone: the value is short or a word, which other words may contain. */
  readonly isWhole: boolean;
  /** Characters before and after it that hold some bits of the value: one or none, in Base64. */
  readonly before: number;
  readonly after: number;
}

/** Values shorter than this, in characters, are hidden only where they stand alone. */
const shortestAnywhere = 8;
/** Values shorter than this, in bytes, have no Base64 or hexadecimal form that is distinctive enough. */
const shortestEncoded = 6;
/** A line of a value with several lines is a secret of its own from this length on: keys in PEM are indented and joined anew. */
const shortestLine = 16;

/**
 * Every spelling of a value that programs commonly give it: plain; escaped for JSON, also twice, and as the serialisers of Go, .NET, PHP and Python do
 * it; encoded for an address or a form (RFC 3986, the URL standard); for HTML; in hexadecimal; in Base64 of both alphabets (RFC 4648) at any position
 * inside a longer text. Encryption, compression and encodings on top of encodings are not among them, but for Base64 and hexadecimal of the escaped value.
 */
export function secretSpellings(value: string): readonly SecretSpelling[] {
  const found = new Map<string, SecretSpelling>();
  const add = (text: string, isWhole: boolean, before = 0, after = 0): void => {
    const known = found.get(text);
    if (text.length > 2 && (known === undefined || known.isWhole)) found.set(text, { text, isWhole, before, after });
  };
  for (const plain of plainForms(value)) {
    const isWhole = plain.length < shortestAnywhere || /^(?:[A-Za-z]{1,15}|\d{1,15})$/u.test(plain);
    const texts = new Set([plain, ...jsonForms(plain), ...addressForms(plain), htmlForm(plain)]);
    for (const text of texts) add(text, isWhole);
    for (const text of new Set([plain, jsonForm(plain), encodeURIComponentSafe(plain)])) {
      const bytes = Buffer.from(text);
      if (bytes.length < shortestEncoded) continue;
      const hex = bytes.toString('hex');
      add(hex, false);
      add(hex.toUpperCase(), false);
      for (const shift of [0, 1, 2]) base64Forms(bytes, shift).forEach((form) => add(form.text, false, form.before, form.after));
    }
  }
  return [...found.values()];
}

function plainForms(value: string): ReadonlySet<string> {
  const trimmed = value.trim();
  const lines = /[\r\n]/u.test(trimmed) ? trimmed.split(/[\r\n]+/u).map((line) => line.trim()) : [];
  const decoded = trimmed.includes('%') ? [decodeSafe(trimmed)] : [];
  return new Set([value, trimmed, ...decoded, ...lines.filter((line) => line.length >= shortestLine && !/^-----/u.test(line))]);
}

function jsonForm(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function jsonForms(text: string): readonly string[] {
  const escaped = jsonForm(text);
  const unit = (character: string, isUpper: boolean): string => {
    const hex = character.charCodeAt(0).toString(16).padStart(4, '0');
    return `\\u${isUpper ? hex.toUpperCase() : hex}`;
  };
  // Without the flag "u": JSON escapes single UTF-16 units.
  const ascii = (given: string, isUpper: boolean): string => given.replace(/[^\u0020-\u007e]/g, (one) => unit(one, isUpper));
  return [
    escaped,
    jsonForm(escaped),
    escaped.replaceAll('/', '\\/'),
    ascii(escaped, false),
    ascii(escaped.replaceAll('/', '\\/'), false),
    escaped.replace(/[<>&]/gu, (one) => unit(one, false)),
    ascii(text.replaceAll('\\', '\\\\'), true).replace(/["'<>&+`]/gu, (one) => unit(one, true)),
  ];
}

function addressForms(text: string): readonly string[] {
  const component = encodeURIComponentSafe(text);
  const strict = component.replace(/[!'()*]/gu, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
  const form = strict.replaceAll('%20', '+').replaceAll('~', '%7E').replaceAll('%2A', '*');
  const upper = [component, strict, form, encodeSafe(encodeURI, text)];
  return [...upper, ...upper.map((one) => one.replace(/%[0-9A-F]{2}/gu, (code) => code.toLowerCase()))];
}

function htmlForm(text: string): string {
  const names: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replace(/[&<>"']/gu, (one) => names[one] ?? one);
}

/**
 * What stays the same of the Base64 of some bytes, whatever stands before and after them, when they begin `shift` bytes into a group of three:
 * the characters whose six bits are all of these bytes. Those at the edges share bits with their neighbours.
 */
function base64Forms(bytes: Buffer, shift: number): readonly Omit<SecretSpelling, 'isWhole'>[] {
  const first = Math.ceil((shift * 8) / 6);
  const end = Math.floor(((shift + bytes.length) * 8) / 6);
  const text = Buffer.concat([Buffer.alloc(shift), bytes])
    .toString('base64')
    .slice(first, end);
  const edges = { before: shift === 0 ? 0 : 1, after: ((shift + bytes.length) * 8) % 6 === 0 ? 0 : 1 };
  const inAddress = text.replaceAll('+', '-').replaceAll('/', '_');
  const texts = new Set([text, inAddress, encodeURIComponent(text), encodeURIComponent(text).toLowerCase(), text.replaceAll('/', '\\/')]);
  // Lower case is meant for the percent codes alone.
  if (encodeURIComponent(text) === text) texts.delete(text.toLowerCase());
  return [...texts].map((one) => ({ text: one, ...edges }));
}

function encodeURIComponentSafe(text: string): string {
  return encodeSafe(encodeURIComponent, text);
}

/** A lone surrogate cannot be encoded. */
function encodeSafe(encode: (text: string) => string, text: string): string {
  try {
    return encode(text);
  } catch {
    return text;
  }
}

function decodeSafe(text: string): string {
  return encodeSafe(decodeURIComponent, text);
}
