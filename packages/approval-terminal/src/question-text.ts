import { sourceId, type ApprovalRequest } from '@toolrack/contracts';
import { maskSecrets } from './mask-secrets.js';
import { visibleText } from './visible-text.js';

/** Longest text inside the arguments, in characters; a longer one loses its middle. */
const longestValue = 400;
/** Most lines of arguments. */
const mostLines = 40;
/** Most entries of one array or object. */
const mostEntries = 50;
/** Deepest nesting. */
const deepest = 12;
/** Most reasons. */
const mostReasons = 10;

interface Bounded {
  readonly value: unknown;
  readonly isWhole: boolean;
}

/** The value cut to what a person can read; texts keep both ends. */
function bound(value: unknown, depth = 0): Bounded {
  if (typeof value === 'string') {
    if (value.length <= longestValue) return { value, isWhole: true };
    const half = longestValue / 2;
    const left = value.length - longestValue;
    return { value: `${value.slice(0, half)} … ${left} characters … ${value.slice(-half)}`, isWhole: false };
  }
  if (typeof value !== 'object' || value === null) return { value, isWhole: true };
  if (depth >= deepest) return { value: '… nested deeper …', isWhole: false };
  const entries = Object.entries(value);
  const shown = entries.slice(0, mostEntries).map(([key, inner]) => [key, bound(inner, depth + 1)] as const);
  const left = entries.length - shown.length;
  const isWhole = left === 0 && shown.every(([, inner]) => inner.isWhole);
  if (Array.isArray(value)) {
    const items = shown.map(([, inner]) => inner.value);
    return { value: left === 0 ? items : [...items, `… ${left} more …`], isWhole };
  }
  const fields = shown.map(([key, inner]) => [key.slice(0, longestValue), inner.value] as const);
  return { value: Object.fromEntries(left === 0 ? fields : [...fields, ['…', `${left} more`]]), isWhole };
}

/** Lines of at most `width` columns; characters outside ASCII count as two, so that a terminal never wraps by itself. */
function wrap(line: string, width: number): readonly string[] {
  const lines: string[] = [];
  let [current, columns] = ['', 0];
  for (const character of line) {
    const size = character.length === 1 && character <= '~' ? 1 : 2;
    if (columns + size > width) {
      lines.push(current);
      [current, columns] = ['', 0];
    }
    current += character;
    columns += size;
  }
  return [...lines, current];
}

/** Every line of foreign text begins with a bar, so that it cannot pass for a line of Toolrack's own. */
function quote(label: string, text: string, width: number): readonly string[] {
  const bar = `  ${label.padEnd(9)} | `;
  const rest = `  ${''.padEnd(9)} | `;
  return wrap(visibleText(text), Math.max(20, width - bar.length)).map((line, index) => (index === 0 ? bar : rest) + line);
}

function argumentLines(request: ApprovalRequest, width: number): readonly string[] {
  const { value, isWhole } = bound(maskSecrets(request.arguments));
  const lines = JSON.stringify(value, undefined, 2)
    .split('\n')
    .flatMap((line, index) => quote(index === 0 ? 'arguments' : '', line, width));
  const shown = lines.slice(0, mostLines);
  const note = isWhole && shown.length === lines.length ? [] : ['  NOTE: the arguments are longer than what is shown.'];
  return [...shown, ...note];
}

/** What the person reads before they answer. Ends with a line break. */
export function questionText(request: ApprovalRequest, columns = 80): string {
  const width = Math.min(Math.max(columns, 40), 120);
  const { tool, reasons } = request;
  const label = tool.source.label === undefined ? '' : ` (${tool.source.label})`;
  const shownReasons = reasons.slice(0, mostReasons);
  const more = reasons.length > mostReasons ? [`… ${reasons.length - mostReasons} more`] : [];
  const lines = [
    '',
    'Toolrack: a tool call needs your approval.',
    ...quote('tool', tool.id.slice(0, longestValue), width),
    ...quote('source', `${sourceId(tool.source)}${label}, ${tool.trust}`.slice(0, longestValue), width),
    ...[...shownReasons, ...more].flatMap((reason, index) => quote(index === 0 ? 'reason' : '', reason.slice(0, longestValue), width)),
    ...argumentLines(request, width),
    ...quote('digest', request.argumentsDigest.slice(0, 16), width),
  ];
  return `${lines.join('\n')}\n`;
}
