import { hiddenCharacters, visibleText, withoutHidden, type ToolDescriptor } from '@toolrack/contracts';

import { passagesOf } from './definition-texts.js';
import { detectInstructions } from './detect-instructions.js';
import { skeleton } from './look-alikes.js';
import { showLookAlikes, showName } from './show-look-alikes.js';

/** Something in a definition that a person should look at. */
export interface TextFinding {
  /** Where it stands: `name`, `description`, `inputSchema.properties.path.description`, … */
  readonly field: string;
  readonly reason: string;
  /** The place in the text, with everything made visible; absent when the reason says it all. */
  readonly excerpt?: string;
}

/** What names are compared with. */
export interface KnownNames {
  /** Names of control tools. */
  readonly reserved: readonly string[];
  /** Names of all tools, by what a reader takes them for; see `namesBySkeleton`. */
  readonly others: ReadonlyMap<string, readonly string[]>;
}

const mostFields = 2_000;
const deepest = 32;
const mostExcerpt = 80;

/** The names by what a reader takes them for. */
export function namesBySkeleton(names: Iterable<string>): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const name of new Set(names)) {
    const key = skeleton(name);
    const others = found.get(key);
    if (others === undefined) found.set(key, [name]);
    else others.push(name);
  }
  return found;
}

/**
 * Everything in a definition that a person should look at, by field; for reports to operators. Instructions are looked for in untrusted tools alone:
 * those of trusted ones are the operator's own. Linear in the length of the texts.
 */
export function examineDefinition(tool: ToolDescriptor, known: KnownNames): readonly TextFinding[] {
  const fields = fieldsOf(tool);
  return [
    ...nameFindings(tool, known),
    ...fields.flatMap(hiddenFindings),
    ...disguisedFindings(fields),
    ...instructionFindings(tool, fields),
  ];
}

/** Capitals and separators are a matter of style, so names that differ in them alone are none. */
const plain = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

function nameFindings({ name }: ToolDescriptor, { reserved, others }: KnownNames): TextFinding[] {
  const key = skeleton(name);
  const control = reserved.find((other) => skeleton(other) === key);
  if (control !== undefined) return [{ field: 'name', reason: `imitates the control tool ${control}`, excerpt: showName(name) }];
  // Of two names the plain one is not the disguise.
  const isPlain = (text: string): boolean => !/[^ -~]/u.test(text);
  const same = (others.get(key) ?? []).find((other) => plain(other) !== plain(name) && (isPlain(other) || !isPlain(name)));
  if (same !== undefined)
    return [{ field: 'name', reason: `looks like the name of another tool, ${showName(same)}`, excerpt: showName(name) }];
  if (showLookAlikes(name) === name) return [];
  return [{ field: 'name', reason: 'mixes letters of several scripts that look alike', excerpt: showName(name) }];
}

type Field = readonly [path: string, text: string];

function hiddenFindings([field, text]: Field): TextFinding[] {
  const shown = lineOf(text);
  if (withoutHidden(text) === text.replaceAll('\r\n', '\n')) return [];
  const at = Math.max(0, shown.search(/\\u\{/u));
  const count = text.match(hiddenCharacters)?.filter((character) => !/[\n\r\t]/u.test(character)).length ?? 0;
  const many = count === 1 ? '1 character' : `${count} characters`;
  return [{ field, reason: `holds ${many} that nobody sees`, excerpt: around(shown, at) }];
}

function disguisedFindings(fields: readonly Field[]): TextFinding[] {
  return fields.flatMap(([field, text]) => {
    const plainText = withoutHidden(text);
    const shown = field === 'name' ? plainText : showLookAlikes(plainText);
    if (shown === plainText) return [];
    return [
      {
        field,
        reason: 'holds words with letters of another script that look like Latin ones',
        excerpt: around(lineOf(plainText), lineOf(plainText).indexOf('\\u{')),
      },
    ];
  });
}

/** The signs of the detector, when they are enough to suspect the whole definition, at the field that holds what was found. */
function instructionFindings(tool: ToolDescriptor, fields: readonly Field[]): TextFinding[] {
  if (tool.trust === 'trusted') return [];
  const { isSuspicious, findings } = detectInstructions(passagesOf(tool));
  if (!isSuspicious) return [];
  const folded = fields.map(([field, text]) => [field, fold(text)] as const);
  return findings.flatMap(({ sign, excerpt }) => {
    // Hidden characters are told of by field already.
    if (excerpt === '') return [];
    const wanted = fold(excerpt);
    const field = folded.find(([, text]) => text.includes(wanted))?.[0] ?? 'description';
    return [{ field, reason: `holds ${sign}`, excerpt: lineOf(excerpt) }];
  });
}

function fold(text: string): string {
  const plainText = withoutHidden(text.normalize('NFKC')).toLowerCase();
  return plainText.replaceAll(/(?<=[a-z])[_-]+(?=[a-z])|\s+/gu, ' ').trim();
}

/** On one line, with everything in it made visible. */
function lineOf(text: string): string {
  return visibleText(showLookAlikes(text.replaceAll(/\r\n|[\n\t]/gu, ' ')));
}

function around(text: string, at: number): string {
  const start = Math.max(0, at - 30);
  return `${start > 0 ? '…' : ''}${text.slice(start, start + mostExcerpt)}${text.length > start + mostExcerpt ? '…' : ''}`;
}

/** Every text of a definition with its place, names of parameters too. */
function fieldsOf(tool: ToolDescriptor): readonly Field[] {
  const fields: Field[] = [];
  const visit = (path: string, value: unknown, depth: number): void => {
    if (fields.length >= mostFields || depth > deepest) return;
    if (typeof value === 'string') fields.push([path, value]);
    else if (Array.isArray(value)) value.forEach((item, index) => visit(`${path}[${index}]`, item, depth + 1));
    else if (typeof value === 'object' && value !== null)
      for (const [key, item] of Object.entries(value)) {
        const inner = `${path}.${showName(key)}`;
        fields.push([`${inner} (its name)`, key]);
        visit(inner, item, depth + 1);
      }
  };
  for (const key of ['name', 'title', 'description', 'inputSchema', 'outputSchema', 'annotations'] as const) visit(key, tool[key], 0);
  return fields;
}
