import { jest } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

jest.setTimeout(300_000);

const repository = fileURLToPath(new URL('../../../', import.meta.url));
const plain = (text: string): string => text.replaceAll(/\s+/gu, '');

describe('the weights of the detector', () => {
  it('are those that benchmarks/poison/fit.mjs makes of the training data, to the byte', () => {
    // Uses what is built, as the program says; about 12 seconds of processor time.
    const made = execFileSync(process.execPath, ['benchmarks/poison/fit.mjs'], { cwd: repository, encoding: 'utf8', maxBuffer: 2 ** 24 });
    const committed = readFileSync(new URL('./sentence-weights.ts', import.meta.url), 'utf8');
    expect(made.length).toBeGreaterThan(60_000);
    // Not compared as texts: a difference would print both.
    expect(plain(made) === plain(committed)).toBe(true);
  });
});
