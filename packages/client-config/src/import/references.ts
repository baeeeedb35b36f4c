/** A part of a text in a client's file: words as they are, or a variable. */
export type ReferencePart =
  | string
  | {
      readonly variable: string;
      readonly fallback?: string;
      /** What it is for, where the file says so. */
      readonly description?: string;
      /** As the file has it. */
      readonly original?: string;
    };

/** What a client's references may stand for besides variables. */
export interface ReferenceContext {
  readonly home: string;
  /** Folder of the project that the file belongs to; `undefined` for a user's file. */
  readonly folder?: string;
  readonly separator: string;
  /** Definitions of VS Code's `inputs`, by id. */
  readonly inputs: ReadonlyMap<string, { readonly description?: string; readonly fallback?: string }>;
}

/** How a client writes references. Without a pattern everything is words. */
export interface ReferenceSyntax {
  readonly pattern?: RegExp;
  resolve?(groups: Readonly<Record<string, string | undefined>>, context: ReferenceContext): ReferencePart;
}

/** Cuts a text into words and references. */
export function splitReferences(text: string, syntax: ReferenceSyntax, context: ReferenceContext): ReferencePart[] {
  if (syntax.pattern === undefined || syntax.resolve === undefined) return text === '' ? [] : [text];
  const parts: ReferencePart[] = [];
  let at = 0;
  for (const match of text.matchAll(syntax.pattern)) {
    if (match.index > at) parts.push(text.slice(at, match.index));
    const part = syntax.resolve(match.groups ?? {}, context);
    parts.push(typeof part === 'string' ? part : { ...part, original: match[0] });
    at = match.index + match[0].length;
  }
  if (at < text.length) parts.push(text.slice(at));
  return parts;
}

/** Words in Toolrack's configuration: what would be read as a reference gets a second dollar sign. */
export function escapeWords(text: string): string {
  return text.replaceAll(/\$\{[^}]*\}/gu, (reference) => `$${reference}`);
}

/** A reference in Toolrack's configuration. A default with a closing brace cannot be written there and is left out. */
export function referenceTo(variable: string, fallback?: string): string {
  return fallback === undefined || fallback.includes('}') ? `\${${variable}}` : `\${${variable}:-${fallback}}`;
}

/** A name for an environment variable: capitals, digits and underscores. */
export function variableName(...words: string[]): string {
  const name = words
    .join('_')
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])/gu, '_')
    .replaceAll(/[^A-Za-z\d]+/gu, '_')
    .replaceAll(/^_+|_+$/gu, '')
    .toUpperCase();
  return /^[A-Z_]/u.test(name) ? name : `VALUE_${name}`;
}

/** Nothing is a reference. */
export const noReferences: ReferenceSyntax = {};

/** `${NAME}` and `${NAME:-default}`: Claude Code's, and Toolrack's own. */
export const shellReferences: ReferenceSyntax = {
  pattern: /\$\{(?<name>[A-Za-z_]\w*)(?::-(?<fallback>[^}]*))?\}/gu,
  resolve: ({ name, fallback }) => ({ variable: name as string, ...(fallback === undefined ? {} : { fallback }) }),
};

/** `$NAME` and `${NAME}`: Gemini CLI and Goose. */
export const dollarReferences: ReferenceSyntax = {
  pattern: /\$(?:\{(?<braced>[A-Za-z_]\w*)\}|(?<plain>[A-Za-z_]\w*))/gu,
  resolve: ({ braced, plain }) => ({ variable: (braced ?? plain) as string }),
};

/** `${env:NAME}`, `${input:id}`, `${workspaceFolder}`, `${userHome}`, `${file:path}` and the like: VS Code, Cursor and Windsurf. */
export const editorReferences: ReferenceSyntax = {
  pattern: /\$\{(?:(?<kind>[A-Za-z]+):(?<argument>[^}]*)|(?<word>[A-Za-z]+|\/))\}/gu,
  resolve: ({ kind, argument, word }, context) => {
    if (kind === 'env') return { variable: isVariable(argument as string) ? (argument as string) : variableName(argument as string) };
    if (kind === 'input') {
      return { variable: variableName(argument as string), ...context.inputs.get(argument as string) };
    }
    if (kind !== undefined) return { variable: variableName(kind, argument as string), description: `was \${${kind}:${argument}}` };
    const known = predefined(word as string, context);
    return known ?? { variable: variableName(word as string), description: `was \${${word}}` };
  },
};

/** `{env:NAME}` and `{file:path}`: OpenCode. */
export const braceReferences: ReferenceSyntax = {
  pattern: /\{(?<kind>env|file):(?<argument>[^}]+)\}/gu,
  resolve: ({ kind, argument }) =>
    kind === 'env'
      ? { variable: isVariable(argument as string) ? (argument as string) : variableName(argument as string) }
      : { variable: variableName('file', argument as string), description: `was the content of ${argument}` },
};

/** `${{ secrets.NAME }}` and `${{ inputs.NAME }}`: Continue. */
export const templateReferences: ReferenceSyntax = {
  pattern: /\$\{\{\s*(?:secrets|inputs|continue\.secrets)?\.?(?<name>[^}\s]+)\s*\}\}/gu,
  resolve: ({ name }) => ({ variable: isVariable(name as string) ? (name as string) : variableName(name as string) }),
};

function isVariable(text: string): boolean {
  return /^[A-Za-z_]\w*$/u.test(text);
}

function predefined(word: string, context: ReferenceContext): string | undefined {
  const { folder, home, separator } = context;
  if (word === 'userHome') return home;
  if (word === 'pathSeparator' || word === '/') return separator;
  if (folder === undefined) return undefined;
  if (word === 'workspaceFolder' || word === 'workspaceRoot') return folder;
  return word === 'workspaceFolderBasename' ? folder.split(/[/\\]/u).at(-1) : undefined;
}
