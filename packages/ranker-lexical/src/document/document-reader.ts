import type { RankDocument } from '@toolrack/contracts';
import { fieldNames, type FieldName, type LexicalSettings } from '../settings.js';
import type { Dictionary } from '../store/dictionary.js';
import { growInt32, growUint32, growUint8 } from '../store/grow.js';
import { WordTable } from '../store/word-table.js';
import { analyzeWord } from '../text/analyzer.js';
import { forEachRange } from '../text/words.js';
import { forEachFieldText, isProse } from './document-fields.js';

/** Terms of one field of the document that is being read. */
interface FieldTerms {
  list: Int32Array<ArrayBuffer>;
  length: number;
  /** Words in several pieces, as wholes: they are found by them, but are no part of a name's length or order. */
  readonly wholes: number[];
}

interface NumberedWord {
  readonly terms: readonly number[];
  readonly whole: number | undefined;
}

/** Words whose numbers are remembered; then all are forgotten at once. */
const mostRemembered = 65_536;

/** Highest impact: the limit that a term approaches when it fills a document. */
export const fullImpact = 255;

/**
 * Turns documents into terms with impacts. The impact of a term is `255 × f / (saturation + f)`, rounded, at least 1, where
 * `f = Σ weight × occurrences / (1 - slope + slope × length / usualLength)` over the fields (BM25F: Robertson, Zaragoza, Taylor,
 * "Simple BM25 extension to multiple weighted fields", 2004) with fixed lengths in the place of averages.
 * The answer of `read` lies in `terms`, `impacts`, `count` and `nameCount` until the next call.
 */
export class DocumentReader {
  terms = new Uint32Array(256);
  impacts = new Uint8Array(256);
  count = 0;
  nameCount = 0;
  private readonly fieldTerms = new Map<FieldName, FieldTerms>();
  private positions = new Int32Array(1024);
  private weights = new Float64Array(256);
  /** How often each term has counted in the field that is being weighed. */
  private times = new Uint32Array(256);
  private readonly words = new WordTable<NumberedWord>();

  constructor(
    private readonly settings: LexicalSettings,
    private readonly dictionary: Dictionary,
  ) {
    for (const name of fieldNames) this.fieldTerms.set(name, { list: new Int32Array(64), length: 0, wholes: [] });
  }

  read(document: RankDocument): void {
    for (const field of this.fieldTerms.values()) {
      field.length = 0;
      field.wholes.length = 0;
    }
    forEachFieldText(document, (name, text) => this.collect(name, text));
    this.count = 0;
    this.nameCount = 0;
    for (const name of fieldNames) this.weigh(name);
    for (let index = 0; index < this.count; index += 1) {
      const frequency = this.weights[index] as number;
      const impact = Math.round((fullImpact * frequency) / (this.settings.saturation + frequency));
      this.impacts[index] = Math.max(1, impact);
      this.positions[this.terms[index] as number] = 0;
    }
  }

  /** Numbers of the terms of a word: its pieces, and the whole when it has several. */
  private readonly number = (word: string): NumberedWord => {
    const { terms, whole } = analyzeWord(word);
    return {
      terms: terms.map((term) => this.dictionary.intern(term)),
      whole: whole === undefined ? undefined : this.dictionary.intern(whole),
    };
  };

  private collect(name: FieldName, text: string): void {
    if (this.settings.fields[name].weight === 0) return;
    const field = this.fieldTerms.get(name) as FieldTerms;
    if (this.words.size >= mostRemembered) this.words.clear();
    forEachRange(text, (start, end, hash) => {
      const { terms, whole } = this.words.get(text, start, end, hash, this.number);
      field.list = growInt32(field.list, field.length + terms.length);
      for (const term of terms) field.list[field.length++] = term;
      if (whole !== undefined) field.wholes.push(whole);
    });
  }

  private weigh(name: FieldName): void {
    const { list, length, wholes } = this.fieldTerms.get(name) as FieldTerms;
    if (length === 0) return;
    const { weight, lengthSlope, usualLength } = this.settings.fields[name];
    const added = weight / (1 - lengthSlope + (lengthSlope * (length + wholes.length)) / usualLength);
    this.positions = growInt32(this.positions, this.dictionary.size);
    this.times.fill(0, 0, this.count);
    const most = isProse(name) ? this.settings.mostRepeats : Number.POSITIVE_INFINITY;
    for (let index = 0; index < length; index += 1) this.add(list[index] as number, added, most);
    if (name === 'name') this.nameCount = Math.min(255, this.count);
    for (const whole of wholes) this.add(whole, added, most);
  }

  private add(term: number, added: number, most: number): void {
    // Positions hold one more than the place of the term, so that 0 means absent.
    let place = this.positions[term] as number;
    if (place === 0) {
      this.makeRoom(this.count + 1);
      this.terms[this.count] = term;
      this.weights[this.count] = 0;
      this.times[this.count] = 0;
      this.count += 1;
      place = this.count;
      this.positions[term] = place;
    }
    if ((this.times[place - 1] as number) >= most) return;
    this.times[place - 1]! += 1;
    this.weights[place - 1]! += added;
  }

  private makeRoom(count: number): void {
    this.terms = growUint32(this.terms, count);
    this.impacts = growUint8(this.impacts, count);
    this.times = growUint32(this.times, count);
    if (this.weights.length < count) {
      const longer = new Float64Array(this.terms.length);
      longer.set(this.weights);
      this.weights = longer;
    }
  }
}
