import { addressSpans } from './address-spans.js';
import { hasSecretName, holdsSecret, isHarmless, isRandomWord } from './secret-detection.js';
import { shiftSpans, type SecretSpan } from './secret-span.js';
import { isShortSecret } from './short-flags.js';

/** The word in front of a credential in a header. */
const scheme = /^(?:Bearer|Basic|Token|ApiKey|Api-Key|Key)\s+/iu;
/** The scheme of an address. */
const addressStart = /^[a-z][a-z\d+.-]*:\/\/\S*$/iu;

/** A quote, as often escaped as the text is nested in texts; what it closes is the next one that is escaped as often. */
const open = String.raw`(?<!\\)(?<quote>\\*["'])`;
const close = String.raw`(?<!\\)\k<quote>`;
const inside = String.raw`(?:(?!${close})[^\n])*`;
const quoted = String.raw`${open}(?<value>${inside})${close}`;
const key = String.raw`${open}(?<name>${inside.replace(String.raw`\n`, String.raw`\n:`)})${close}\s*:\s*`;
/** `"name": "value"` in JSON and its likes, also inside a text in JSON; a value without quotes is a number. */
const property = new RegExp(String.raw`${key}(?:${close}(?<value>${inside})${close}|(?<number>[\d.]+))`, 'gdu');
/** `"name": "…", "value": "…"`: pairs in lists. */
const pair = new RegExp(
  String.raw`${open}(?:name|key|header)${close}\s*:\s*${close}(?<name>${inside})${close}\s*,\s*${close}value${close}\s*:\s*${close}(?<value>${inside})${close}`,
  'gdiu',
);
/** A list of texts under a name. */
const list = new RegExp(String.raw`${key}\[(?<items>[^\]{}]*)\]`, 'gdu');
const item = new RegExp(quoted, 'gdu');
/** `NAME=value`, `NAME="value"`, in a text of several words, a connection string or a command. */
const assignment = new RegExp(
  String.raw`(?<=^|[\s;&|"'(,{?])(?<name>[A-Za-z_][\w.-]*(?: [A-Za-z]\w*)?)=(?:${quoted}|(?<word>[^\s;&|"'),]+))`,
  'gdu',
);
/** `--name value` or `--name=value` inside a command. */
const flag = new RegExp(
  String.raw`(?<=^|[\s"'(])--?(?<name>[A-Za-z][\w.-]*)(?:=|\s+)(?:${quoted}|(?<word>[^\s;&|"')-][^\s;&|"')]*))`,
  'gdu',
);
/** `Name: value`, a header. */
const header =
  /(?<=^|[\s"'])(?<name>[A-Za-z][\w-]*):[^\S\n]*(?<value>(?:(?:Bearer|Basic|Token|ApiKey|Api-Key|Key)[^\S\n]+)?[^\s"';|&/]\S*?)(?=$|[\s"';|&])/dgiu;
/** An address among other words. */
const address = /(?<value>[a-z][a-z\d+.-]*:\/\/[^\s"'<>]+)/dgiu;

/**
 * The secrets of a text that stands under a name, as little of it as will do: what is behind "Bearer", the password of an address, values in
 * JSON, in `NAME=value`, in headers and behind flags, else the whole text. Sorted, none overlaps another. Errs on the side of "secret":
 * a reference costs less than a leak.
 */
export function secretSpans(name: string, text: string): readonly SecretSpan[] {
  if (isHarmless(text)) return [];
  if (addressStart.test(text)) {
    const parts = addressSpans(text);
    // Who knows the address of a webhook may call it.
    return parts.length === 0 && /webhook|dsn$/iu.test(name) ? [whole(text)] : parts;
  }
  if (hasSecretName(name, text)) return [whole(text)];
  const inner = innerSpans(text);
  if (inner.length > 0) return inner;
  if (!holdsSecret(text)) return [];
  return /\s/u.test(text.replace(scheme, '')) ? randomWords(text) : [whole(text)];
}

function whole(text: string): SecretSpan {
  return { start: scheme.exec(text)?.[0].length ?? 0, end: text.length, name: '' };
}

function innerSpans(text: string): readonly SecretSpan[] {
  const found: SecretSpan[] = [];
  const add = (spans: readonly SecretSpan[]): void => {
    for (const span of spans) if (!found.some((other) => span.start < other.end && other.start < span.end)) found.push(span);
  };
  for (const pattern of [pair, property, list, assignment, flag, header, address]) {
    for (const match of text.matchAll(pattern)) add(spansOf(match, pattern));
  }
  return found.sort((left, right) => left.start - right.start);
}

function spansOf(match: RegExpMatchArray, pattern: RegExp): readonly SecretSpan[] {
  const groups = match.groups ?? {};
  const places = match.indices?.groups ?? {};
  const name = (groups['name'] ?? '').trim();
  if (groups['items'] !== undefined) return itemsOf(name, groups['items'], places['items']?.[0] ?? 0);
  const group = ['value', 'word', 'number'].find((candidate) => groups[candidate] !== undefined) ?? 'value';
  const value = groups[group] ?? '';
  const start = places[group]?.[0] ?? 0;
  if (pattern === flag && name.length === 1) return isShortSecret(name, value) ? [{ start, end: start + value.length, name }] : [];
  const spans = secretSpans(name, value);
  const ofVariable = pattern === assignment ? spans.map((span) => (span.name === '' ? { ...span, isVariable: true } : span)) : spans;
  return shiftSpans(ofVariable, start, name);
}

function itemsOf(name: string, items: string, start: number): readonly SecretSpan[] {
  return [...items.matchAll(item)].flatMap((match) => {
    const value = match.groups?.['value'] ?? '';
    return shiftSpans(
      hasSecretName(name, value) ? [whole(value)] : secretSpans('', value),
      start + (match.indices?.groups?.['value']?.[0] ?? 0),
      name,
    );
  });
}

/** The words of a longer text that look like keys. */
function randomWords(text: string): readonly SecretSpan[] {
  return [...text.matchAll(/[^\s"'`;|&()<>,]+/gu)]
    .filter(([word]) => isRandomWord(word))
    .map((match) => ({ start: match.index, end: match.index + match[0].length, name: '' }));
}
