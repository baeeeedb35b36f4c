import { argumentSpans } from './argument-spans.js';
import {
  escapeWords,
  referenceTo,
  splitReferences,
  variableName,
  type ReferenceContext,
  type ReferencePart,
  type ReferenceSyntax,
} from './references.js';
import { replaceSpans, type SecretSpan } from './secret-span.js';
import { secretSpans } from './secret-spans.js';
import type { VariableNames } from './variable-table.js';

/** What is known about the server that texts are translated for. */
export interface TranslatorOptions {
  readonly server: string;
  readonly syntax: ReferenceSyntax;
  readonly context: ReferenceContext;
  readonly variables: VariableNames;
  /** Copies secrets as they are. */
  readonly keepSecrets: boolean;
}

/** Gives the secrets of a part of a text. */
type FindSpans = (words: string) => readonly SecretSpan[];

/** Texts of one server in Toolrack's words: references become `${NAME}`, literal secrets become references, the rest stays as it is. */
export class TextTranslator {
  private readonly prefix: string;
  constructor(private readonly options: TranslatorOptions) {
    this.prefix = variableName(options.server);
  }

  /** A value of the environment: a secret gets the variable's own name. */
  environment(name: string, text: string): string {
    return this.translate(text, variableName(name), (words, isWhole) => secretSpans(isWhole ? name : '', words));
  }

  /** An HTTP header. */
  header(name: string, text: string): string {
    const wished = /^authorization$/iu.test(name) ? `${this.prefix}_TOKEN` : variableName(this.prefix, name);
    return this.translate(text, wished, (words, isWhole) => secretSpans(isWhole ? name : '', words));
  }

  /** A program with its arguments. */
  program(command: string, given: readonly string[]): { readonly command: string; readonly args: string[] } {
    const { syntax, context } = this.options;
    // What is no reference is judged as an argument; words around a reference only by what they hold.
    const whole = given.map((text) => (splitReferences(text, syntax, context).every((part) => typeof part === 'string') ? text : ''));
    const found = argumentSpans(command, whole);
    const wished = variableName(this.prefix, 'argument');
    const args = given.map((text, index) =>
      this.translate(text, wished, (words, isWhole) => (isWhole ? (found[index] ?? []) : secretSpans('', words))),
    );
    return {
      command: /\s/u.test(command) ? this.translate(command, wished, (words) => secretSpans('', words)) : this.plain(command),
      args,
    };
  }

  /** An address. */
  address(text: string): string {
    return this.translate(text, `${this.prefix}_URL_KEY`, (words) => secretSpans('', words));
  }

  /** Any other text: references only. */
  plain(text: string): string {
    return this.translate(text, '', () => []);
  }

  /** A reference to a variable that the client passes on. */
  variable(name: string, fallback?: string): string {
    return this.refer({ variable: name, ...(fallback === undefined ? {} : { fallback }) });
  }

  private translate(text: string, wished: string, find: (words: string, isWhole: boolean) => readonly SecretSpan[]): string {
    const parts = splitReferences(text, this.options.syntax, this.options.context);
    const isWhole = parts.every((part) => typeof part === 'string');
    const guarded: FindSpans = this.options.keepSecrets ? () => [] : (words) => find(words, isWhole);
    // Texts that a reference stands for become words of their neighbours, as an address may be cut by one.
    return joinWords(parts)
      .map((part) => (typeof part === 'string' ? this.words(part, wished, guarded(part)) : this.refer(part)))
      .join('');
  }

  private words(text: string, wished: string, spans: readonly SecretSpan[]): string {
    return replaceSpans(
      text,
      spans,
      (secret, { name, isVariable }) => {
        const known = isVariable === true ? variableName(name) : variableName(this.prefix, name);
        return this.claim(secret, name === '' ? wished : known);
      },
      escapeWords,
    );
  }

  private refer({ variable, fallback, ...reference }: Exclude<ReferencePart, string>): string {
    const name = this.options.variables.refer(variable, { ...reference, isOptional: fallback !== undefined });
    return referenceTo(name, fallback);
  }

  private claim(value: string, wished: string): string {
    return value === '' ? '' : referenceTo(this.options.variables.nameFor(wished, value));
  }
}

function joinWords(parts: readonly ReferencePart[]): readonly ReferencePart[] {
  const joined: ReferencePart[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (typeof part === 'string' && typeof last === 'string') joined.splice(-1, 1, last + part);
    else joined.push(part);
  }
  return joined;
}
