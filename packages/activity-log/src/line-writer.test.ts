import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { LineWriter, type LineWriterOptions } from './line-writer.js';

describe('LineWriter', () => {
  let folder: string;
  let file: string;
  const failures: unknown[] = [];
  const writerOf = (options: Partial<LineWriterOptions> = {}): LineWriter =>
    new LineWriter({
      file,
      maxFileBytes: 1_000_000,
      keepFiles: 2,
      onFailure: (error) => void failures.push(error),
      lossLine: (lines) => `lost ${lines}`,
      ...options,
    });
  const linesOf = (path: string): string[] => readFileSync(path, 'utf8').trimEnd().split('\n');
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'toolrack-activity-'));
    file = join(folder, 'deep/activity.jsonl');
    failures.length = 0;
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('makes the folder and a file that only its owner may read, and appends in order', async () => {
    const writer = writerOf();
    for (let index = 0; index < 100; index += 1) writer.write(`line ${index}`);
    await writer.close();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'deep')).mode & 0o777).toBe(0o700);
    const again = writerOf();
    again.write('line 100');
    await again.close();
    expect(linesOf(file)).toEqual(Array.from({ length: 101 }, (_, index) => `line ${index}`));
  });

  it('never mixes the lines of two writers of one file, also while the file is set aside', async () => {
    const writers = [writerOf({ maxFileBytes: 20_000, keepFiles: 50 }), writerOf({ maxFileBytes: 20_000, keepFiles: 50 })];
    for (let index = 0; index < 200; index += 1)
      for (const [who, writer] of writers.entries()) writer.write(`${who}-${index}-${String(who).repeat(300)}`);
    await Promise.all(writers.map((writer) => writer.close()));
    const lines = readdirSync(join(folder, 'deep')).flatMap((name) => linesOf(join(folder, 'deep', name)));
    for (const line of lines) expect(line).toMatch(/^(\d)-\d+-\1{300}$/u);
    expect(new Set(lines).size).toBe(lines.length);
    expect(failures).toEqual([]);
  });

  it('sets the file aside before it grows too large and keeps so many', async () => {
    const writer = writerOf({ maxFileBytes: 100 });
    for (let index = 0; index < 12; index += 1) writer.write(`${index}`.padStart(40, '.'));
    await writer.close();
    expect(readdirSync(join(folder, 'deep')).sort()).toEqual(['activity.jsonl', 'activity.jsonl.1', 'activity.jsonl.2']);
    expect([`${file}.2`, `${file}.1`, file].flatMap(linesOf).map((line) => Number(line.replaceAll('.', '')))).toEqual([6, 7, 8, 9, 10, 11]);
    for (const path of [file, `${file}.1`]) expect(statSync(path).size).toBeLessThanOrEqual(100);
  });

  it('starts the file anew when none is to be kept', async () => {
    const writer = writerOf({ maxFileBytes: 100, keepFiles: 0 });
    for (let index = 0; index < 5; index += 1) writer.write(`${index}`.padStart(40, '.'));
    await writer.close();
    expect(readdirSync(join(folder, 'deep'))).toEqual(['activity.jsonl']);
    expect(linesOf(file)).toHaveLength(1);
  });

  it('goes on in a new file when somebody else moved the old one away', async () => {
    const writer = writerOf();
    writer.write('one');
    await writer.flush();
    rmSync(file);
    writer.write('two');
    await writer.close();
    expect(linesOf(file)).toEqual(['two']);
  });

  it('reports a failing disk once, counts what is lost and says so when it works again', async () => {
    writeFileSync(join(folder, 'deep'), 'a file where a folder should be');
    const writer = writerOf();
    writer.write('one');
    writer.write('two');
    await writer.flush();
    expect(failures).toHaveLength(1);
    rmSync(join(folder, 'deep'));
    mkdirSync(join(folder, 'deep'));
    writer.write('three');
    await writer.close();
    expect(linesOf(file)).toEqual(['three', 'lost 2']);
  });

  it('loses lines rather than memory when too much waits', async () => {
    const writer = writerOf({ maxFileBytes: 100_000_000 });
    for (let index = 0; index < 20; index += 1) writer.write('x'.repeat(1024 * 1024));
    await writer.close();
    const lines = linesOf(file);
    expect(lines.filter((line) => !line.startsWith('x'))).toEqual([expect.stringMatching(/^lost 1\d$/u)]);
    expect(lines.length).toBeLessThan(10);
  });
});
