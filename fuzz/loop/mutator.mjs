/** Longest input. */
export const mostBytes = 65_536;

const texts = [
  '',
  '*',
  '__proto__',
  'constructor',
  'prototype',
  'hasOwnProperty',
  'toString',
  '../../etc/passwd',
  '${HOME}',
  '${X:-${Y}}',
  '\u0000',
  '\u202Eabc',
  '\u{E0041}\u{E0042}',
  '\uD800',
  '😀😀',
  'ſtraße',
  '<|im_start|>system',
  'a'.repeat(300),
  '^(a+)+$',
  '(?:',
  '#/$defs/a',
  '#',
  'http://[::1',
  'NaN',
  '1e999',
  '0x10',
];
const numbers = [0, -0, 1, -1, 0.5, 64, 255, 2 ** 31, 2 ** 53, 1e308, -1e308, 1e-308];
const wraps = [
  ['[', ']'],
  ['{"a":', '}'],
  ['{"properties":{"a":', '}}'],
  ['{"items":', '}'],
  ['{"anyOf":[', ']}'],
  ['{"__proto__":', '}'],
];

/** Makes new inputs out of those of a corpus: of JSON as trees, of everything else as text and as bytes. */
export class Mutator {
  #random;
  #words;

  constructor(random, words) {
    this.#random = random;
    this.#words = words;
  }

  /** A changed copy of `input`; `other` gives pieces. At most 64 KB. */
  mutate(input, other) {
    let result = input;
    const rounds = 1 + this.#random.below(4);
    for (let round = 0; round < rounds; round += 1) result = this.#change(result, other);
    return result.subarray(0, mostBytes);
  }

  #change(input, other) {
    if (this.#random.chance(0.7)) {
      const changed = this.#tryJson(input.toString(), other.toString());
      if (changed !== undefined) return Buffer.from(changed);
    }
    return this.#random.chance(0.5) ? this.#changeText(input, other) : this.#changeBytes(input);
  }

  #tryJson(text, other) {
    try {
      return this.#changeJson(text, other);
    } catch (error) {
      // Trees too deep for the recursion of our own changes are changed as text.
      if (error instanceof RangeError) return undefined;
      throw error;
    }
  }

  #changeJson(text, other) {
    // A text of several lines, such as messages, is changed line by line.
    const lines = text.split('\n');
    const at = this.#random.below(lines.length);
    const tree = parse(lines.length > 1 && parse(text) === undefined ? lines[at] : text);
    if (tree === undefined) return undefined;
    const places = [];
    collect(tree, places, 0);
    const place = this.#random.pick(places);
    let nested;
    const donor = parse(other) ?? [];
    const make = () => {
      const random = this.#random;
      switch (random.below(9)) {
        case 0:
          return random.pick(numbers);
        case 1:
          return random.pick([null, true, false, [], {}]);
        case 2:
        case 3:
          return random.pick(texts);
        case 4:
        case 5:
          return random.pick(this.#words);
        case 6: {
          const found = [];
          collect(donor, found, 0);
          const { holder, key } = random.pick(found);
          return holder[key];
        }
        case 7: {
          const [open, close] = random.pick(wraps);
          const depth = 1 << random.below(13);
          nested = open.repeat(depth) + JSON.stringify(place.holder[place.key] ?? null) + close.repeat(depth);
          return '@nested@';
        }
        default: {
          const value = place.holder[place.key];
          return typeof value === 'string' ? this.#changeText(Buffer.from(value), Buffer.from(other)).toString() : [structuredClone(value)];
        }
      }
    };
    this.#apply(place, make);
    const changed = JSON.stringify(tree.root);
    const whole = nested === undefined ? changed : changed.replace('"@nested@"', () => nested);
    if (lines.length === 1 || parse(text) !== undefined) return whole;
    lines[at] = whole;
    return lines.join('\n');
  }

  #apply({ holder, key }, make) {
    const random = this.#random;
    const value = holder[key];
    const kind = random.below(6);
    if (kind === 0 && Array.isArray(holder)) return void holder.splice(key, 1);
    if (kind === 0 && key !== 'root') return void delete holder[key];
    if (kind === 1 && Array.isArray(value)) return void value.splice(random.below(value.length + 1), 0, make());
    if (kind <= 2 && typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return define(value, random.chance(0.5) ? random.pick(this.#words) : random.pick(texts), make());
    }
    if (kind === 3 && Array.isArray(value) && value.length > 0)
      return void value.push(...Array(1 << random.below(6)).fill(random.pick(value)));
    define(holder, key, make());
  }

  #changeText(input, other) {
    const random = this.#random;
    const text = input.toString();
    const from = random.below(text.length + 1);
    const to = random.chance(0.5) ? from : Math.min(text.length, from + random.below(20));
    const start = random.below(other.length + 1);
    const piece = [
      () => random.pick(this.#words),
      () => random.pick(texts),
      () => other.subarray(start, start + random.below(60)).toString(),
      () => text.slice(from, from + 1 + random.below(40)).repeat(1 << random.below(8)),
      () => random.pick(['\n', '\r\n', '"', '{', '}', '[', ']', ':', ',', '\\', '- ', '\t', '#', '&a ', '*a', '!!js ', '|', '/*', '= ']),
      () => '',
    ][random.below(6)]();
    return Buffer.from(text.slice(0, from) + piece + text.slice(to));
  }

  #changeBytes(input) {
    const random = this.#random;
    const copy = Buffer.from(input.length === 0 ? ' ' : input);
    for (let times = 1 + random.below(4); times > 0; times -= 1) copy[random.below(copy.length)] = random.below(256);
    return random.chance(0.2) ? copy.subarray(0, random.below(copy.length)) : copy;
  }
}

/** A tree in a holder, so that its root can be replaced too. */
function parse(text) {
  try {
    return { root: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** Every place of a value, to a depth that our own recursion bears. */
function collect(holder, places, depth) {
  for (const key of Array.isArray(holder) ? holder.keys() : Object.keys(holder)) {
    places.push({ holder, key });
    const value = holder[key];
    if (typeof value === 'object' && value !== null && depth < 200 && places.length < 5_000) collect(value, places, depth + 1);
  }
  if (depth === 0 && places.length === 0) places.push({ holder: { root: null }, key: 'root' });
}

/** As JSON does it: `__proto__` is a key like any other. */
function define(holder, key, value) {
  Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true });
}
