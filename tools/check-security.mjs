// Prints the tables of docs/security.md and checks that every test they name exists: node tools/check-security.mjs
// A test is named by its title in backquotes; a package by its folder. Exit code 1 when one is missing.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const document = readFileSync('docs/security.md', 'utf8');

function testsBelow(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return ['node_modules', 'dist', 'out-spec'].includes(entry.name) ? [] : testsBelow(path);
    return entry.name.endsWith('.test.ts') ? [path] : [];
  });
}

const texts = testsBelow('packages').map((file) => readFileSync(file, 'utf8'));
// A title may stand in a table of `each` or be split over describe and it, so its words are looked for, not its call.
const isThere = (title) => texts.some((text) => text.replaceAll("\\'", "'").includes(title.replace(/^a tool that is denied /u, '')));

let missing = 0;
for (const line of document.split('\n')) {
  if (!line.startsWith('|')) continue;
  console.log(line);
  const proof = line.split('|').at(-2) ?? '';
  for (const [, name] of proof.matchAll(/`([^`]+)`/gu)) {
    const found = name.startsWith('packages/') ? existsSync(name) : isThere(name);
    if (found) continue;
    missing += 1;
    console.error(`docs/security.md names a test that does not exist: ${name}`);
  }
}
console.log(missing === 0 ? 'every test that the tables name exists' : `${missing} tests are missing`);
process.exitCode = missing === 0 ? 0 : 1;
