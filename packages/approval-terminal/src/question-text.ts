import { approvalQuestion, type ApprovalRequest } from '@toolrack/contracts';

/** Most lines of arguments. */
const mostLines = 40;

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
  return wrap(text, Math.max(20, width - bar.length)).map((line, index) => (index === 0 ? bar : rest) + line);
}

/** What the person reads before they answer. Ends with a line break. */
export function questionText(request: ApprovalRequest, columns = 80): string {
  const width = Math.min(Math.max(columns, 40), 120);
  const question = approvalQuestion(request);
  const argumentLines = question.arguments.split('\n').flatMap((line, index) => quote(index === 0 ? 'arguments' : '', line, width));
  const shown = argumentLines.slice(0, mostLines);
  const isWhole = question.isWhole && shown.length === argumentLines.length;
  const lines = [
    '',
    'Toolrack: a tool call needs your approval.',
    ...quote('tool', question.toolId, width),
    ...quote('source', question.source, width),
    ...question.reasons.flatMap((reason, index) => quote(index === 0 ? 'reason' : '', reason, width)),
    ...shown,
    ...(isWhole ? [] : ['  NOTE: the arguments are longer than what is shown.']),
    ...quote('digest', question.digest, width),
  ];
  return `${lines.join('\n')}\n`;
}
