// Prints the tables of docs/security.md and checks what they say is proved: node tools/check-security.mjs
// Every row of a table with a column "proved by" names at least one test as `file`: `title`. The file must hold a test or a suite of exactly that
// title, and it must not be skipped. Every row of the table of plugins names packages that exist. Exit code 1 when something is wrong.
import { existsSync, readFileSync } from 'node:fs';

const proofs = /`([^`]+\.test\.ts)`: `([^`]+)`/gu;
const document = readFileSync('docs/security.md', 'utf8');
const faults = [];
const texts = new Map();

/** The text of a test file; `undefined` when there is none. */
function textOf(file) {
  if (!texts.has(file)) texts.set(file, existsSync(file) ? readFileSync(file, 'utf8') : undefined);
  return texts.get(file);
}

/** Whether the file calls a test or suite function with that title; titles of `each` stand after a second bracket. */
function holds(text, title) {
  const escaped = title.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&').replace(/'/gu, "\\\\?'");
  const call = new RegExp(String.raw`([\w.]*)\(\s*(['"\x60])${escaped}\2\s*,`, 'gu');
  return [...text.matchAll(call)].some((match) => {
    const before = text.slice(Math.max(0, match.index - 4_000), match.index + match[1].length);
    const callee = match[1] === '' ? (/([\w.]*each)[\s\S]*$/u.exec(before.slice(before.lastIndexOf('.each') - 20))?.[1] ?? '') : match[1];
    return /^(?:it|test|describe)\b/u.test(callee.trim()) && !/\b(?:skip|todo|failing)\b/u.test(callee);
  });
}

function checkRow(line, cells) {
  const named = [...cells.at(-1).matchAll(proofs)];
  if (named.length === 0) faults.push(`no test is named (\`file\`: \`title\`) in the row: ${cells[0]}`);
  const rest = cells.at(-1).replaceAll(proofs, '');
  if (rest.includes('`')) faults.push(`"${cells[0]}" names something besides tests: ${rest.trim()}`);
  for (const [, file, title] of named) {
    const text = textOf(file);
    if (text === undefined) faults.push(`"${cells[0]}" names a file that does not exist: ${file}`);
    else if (!holds(text, title)) faults.push(`"${cells[0]}" names a test that ${file} does not hold, or skips: ${title}`);
  }
}

let columns = [];
for (const line of document.split('\n')) {
  if (!line.startsWith('|')) {
    columns = [];
    continue;
  }
  console.log(line);
  const cells = line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
  if (columns.length === 0) columns = cells;
  else if (!/^[\s|:-]+$/u.test(line)) {
    if (columns.at(-1) === 'proved by') checkRow(line, cells);
    for (const [, name] of (columns[1] === 'plugin' ? cells[1] : '').matchAll(/`@toolrack\/([a-z-]+)`/gu))
      if (!existsSync(`packages/${name}/package.json`)) faults.push(`"${cells[0]}" names a package that does not exist: @toolrack/${name}`);
  }
}
for (const fault of faults) console.error(`docs/security.md: ${fault}`);
console.log(faults.length === 0 ? 'every test that the tables name exists where they say' : `${faults.length} faults`);
process.exitCode = faults.length === 0 ? 0 : 1;
