import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../../tools/check-security.mjs', import.meta.url));
// Written in two parts, so that the repository's own rule does not take the text for a test that is skipped here.
const skipped = '.skip';
const tests = `
describe('a suite', () => {
  it('holds', () => {});
  it("a writer's own", () => {});
  it.each([1])('counts %s', () => {});
  it${skipped}('is left out', () => {});
  describe${skipped}('a suite that is left out', () => {});
});
// A title that is only spoken of: 'is mentioned'
`;
const proof = (title: string, file = 'packages/a/src/a.test.ts'): string => `\`${file}\`: \`${title}\``;
const table = (...proofs: readonly string[]): string =>
  [
    '| risk | what Toolrack does | proved by |',
    '| --- | --- | --- |',
    ...proofs.map((cell, row) => `| risk ${row} | something | ${cell} |`),
  ].join('\n');

/** Runs the check in a repository that holds nothing but one test file and that document. */
function check(document: string): { readonly code: number | null; readonly said: readonly string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'toolrack-check-'));
  for (const [file, text] of [
    ['docs/security.md', document],
    ['packages/a/package.json', '{}'],
    ['packages/a/src/a.test.ts', tests],
  ] as const) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  const { status, stderr, stdout } = spawnSync(process.execPath, [program], { cwd: folder, encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  return { code: status, said: status === 0 ? [stdout.trim().split('\n').at(-1) ?? ''] : stderr.trim().split('\n') };
}

describe('tools/check-security.mjs', () => {
  it('is content with tests and suites that are there, also in tables of several rows and with quotes in titles', () => {
    const document = table(proof('holds'), `${proof('a suite')}; ${proof("a writer's own")}`, proof('counts %s'));
    expect(check(document)).toEqual({ code: 0, said: ['every test that the tables name exists where they say'] });
  });

  it.each([
    ['names no test', 'nothing at all', 'no test is named'],
    [
      'names a file that is not there',
      proof('holds', 'packages/b/src/b.test.ts'),
      'names a file that does not exist: packages/b/src/b.test.ts',
    ],
    ['names a test that is not there', proof('hold'), 'names a test that packages/a/src/a.test.ts does not hold, or skips: hold'],
    ['names a test that is spoken of', proof('is mentioned'), 'does not hold, or skips: is mentioned'],
    ['names a test that is skipped', proof('is left out'), 'does not hold, or skips: is left out'],
    ['names a suite that is skipped', proof('a suite that is left out'), 'does not hold, or skips: a suite that is left out'],
    ['names something besides', `${proof('holds')} and \`code\``, 'names something besides tests'],
  ])('fails when a row %s, and says which', (_what, cell, words) => {
    const { code, said } = check(table(proof('holds'), cell));
    expect(code).toBe(1);
    expect(said).toHaveLength(1);
    expect(said[0]).toContain(words);
    expect(said[0]).toContain('risk 1');
  });

  it('fails when the table of plugins names a package that is not there', () => {
    const plugins = (name: string): string =>
      ['| to get this | plugin | lines |', '| --- | --- | --- |', `| rules | \`@toolrack/${name}\` | none |`].join('\n');
    expect(check(plugins('a')).code).toBe(0);
    expect(check(plugins('b'))).toEqual({
      code: 1,
      said: ['docs/security.md: "rules" names a package that does not exist: @toolrack/b'],
    });
  });
});
