import { escapeWords, referenceTo, splitReferences, variableName, type ReferenceContext, type ReferenceSyntax } from './references.js';
import { holdsSecret, isSecret } from './secret-detection.js';
import type { VariableTable } from './variable-table.js';

/** The scheme of an address. */
const addressStart = /^[a-z][a-z\d+.-]*:\/\//iu;

/** What is known about the server that texts are translated for. */
export interface TranslatorOptions {
  readonly server: string;
  readonly syntax: ReferenceSyntax;
  readonly context: ReferenceContext;
  readonly variables: VariableTable;
  /** Copies secrets as they are. */
  readonly keepSecrets: boolean;
}

/** Texts of one server in Toolrack's words: references become `${NAME}`, literal secrets become references, the rest stays as it is. */
export class TextTranslator {
  private readonly prefix: string;
  constructor(private readonly options: TranslatorOptions) {
    this.prefix = variableName(options.server);
  }

  /** A value of the environment: a secret gets the variable's own name. */
  environment(name: string, text: string): string {
    return this.translate(text, name, variableName(name));
  }

  /** An HTTP header. */
  header(name: string, text: string): string {
    const wished = /^authorization$/iu.test(name) ? `${this.prefix}_TOKEN` : variableName(this.prefix, name);
    return this.translate(text, name, wished);
  }

  /** The arguments of a program: `--api-key VALUE`, `--api-key=VALUE`, `NAME=VALUE`, addresses, headers. */
  arguments(texts: readonly string[]): string[] {
    return texts.map((text, index) => {
      const flag = /^--?([A-Za-z][\w-]*)$/u.exec(texts[index - 1] ?? '')?.[1];
      const assigned = /^(?<lead>(?:--?)?(?<name>[A-Za-z][\w-]*)(?:=|:\s*))(?<value>.*)$/su.exec(text)?.groups as
        { lead: string; name: string; value: string } | undefined;
      if (assigned !== undefined && !addressStart.test(text)) {
        const isFlag = assigned.lead.startsWith('-') || assigned.lead.includes(':');
        const wished = isFlag ? variableName(this.prefix, assigned.name) : variableName(assigned.name);
        return escapeWords(assigned.lead) + this.translate(assigned.value, assigned.name, wished);
      }
      // A switch that follows a flag is no value of it.
      const isValue = flag !== undefined && !text.startsWith('-');
      return this.translate(text, isValue ? flag : '', variableName(this.prefix, isValue ? flag : 'argument'));
    });
  }

  /** An address. */
  address(text: string): string {
    return this.translate(text, '', `${this.prefix}_URL_KEY`);
  }

  /** Any other text: references only. */
  plain(text: string): string {
    return this.translate(text, '', '', false);
  }

  /** A reference to a variable that the client passes on. */
  variable(name: string, fallback?: string): string {
    this.options.variables.refer(name, this.options.server, { isOptional: fallback !== undefined });
    return referenceTo(name, fallback);
  }

  private translate(text: string, name: string, wished: string, guardsSecrets = !this.options.keepSecrets): string {
    const { syntax, context, variables, server } = this.options;
    const parts = splitReferences(text, syntax, context);
    const isWhole = parts.every((part) => typeof part === 'string');
    return parts
      .map((part) => {
        if (typeof part !== 'string') {
          const { variable, fallback, ...reference } = part;
          variables.refer(variable, server, { ...reference, isOptional: fallback !== undefined });
          return referenceTo(variable, fallback);
        }
        // Words around a reference, such as "Bearer ", are judged by what they hold, not by the name.
        // An address is always taken apart: the names in its query tell of secrets too.
        const isGuarded = guardsSecrets && (isSecret(isWhole ? name : '', part) || addressStart.test(part));
        return isGuarded ? this.protect(part, wished, name) : escapeWords(part);
      })
      .join('');
  }

  /** Replaces as little as will do: the password of an address, the token behind "Bearer", else the whole text. */
  private protect(text: string, wished: string, name: string): string {
    if (addressStart.test(text)) {
      const guarded = this.protectAddress(text, wished);
      // An address without a secret in it is none, whatever its name, unless knowing it is the secret.
      if (guarded !== undefined || !/webhook|dsn$/iu.test(name)) return guarded ?? escapeWords(text);
    }
    const scheme = /^(?:Bearer|Basic|Token)\s+/iu.exec(text)?.[0] ?? '';
    return scheme + this.claim(text.slice(scheme.length), wished);
  }

  private protectAddress(text: string, wished: string): string | undefined {
    const match =
      /^(?<scheme>[a-z][a-z\d+.-]*:\/\/)(?:(?<user>[^/?#@:]*):(?<password>[^/?#@]*)@)?(?<host>[^/?#]*)(?<path>[^?#]*)(?<query>\?[^#]*)?(?<rest>.*)$/isu.exec(
        text,
      );
    if (match?.groups === undefined) return undefined;
    const { scheme = '', user, password, host = '', path = '', query, rest = '' } = match.groups;
    const access = user === undefined ? '' : `${escapeWords(user)}:${this.claim(password ?? '', `${this.prefix}_PASSWORD`)}@`;
    const walked = path
      .split('/')
      .map((segment) => (holdsSecret(segment) ? this.claim(segment, wished) : escapeWords(segment)))
      .join('/');
    const asked = query
      ?.slice(1)
      .split('&')
      .map((pair) => {
        const [key = '', ...value] = pair.split('=');
        const held = value.join('=');
        return isSecret(key, held) ? `${escapeWords(key)}=${this.claim(held, variableName(this.prefix, key))}` : escapeWords(pair);
      })
      .join('&');
    const guarded = scheme + access + escapeWords(host) + walked + (asked === undefined ? '' : `?${asked}`) + escapeWords(rest);
    return guarded === escapeWords(text) ? undefined : guarded;
  }

  private claim(value: string, wished: string): string {
    return value === '' ? '' : referenceTo(this.options.variables.nameFor(wished, this.options.server, value, this.prefix));
  }
}
