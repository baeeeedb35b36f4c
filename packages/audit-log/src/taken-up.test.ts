import { copyFileSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createTestHost } from '@toolrack/testkit';

import { ChainWriter } from './chain-writer.js';
import { auditLog, verifyAudit, verifyLog } from './index.js';

const key = 'the key of the codes';
const other = 'another key of codes';
let folder = '';
let file = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'toolrack-audit-'));
  file = join(folder, 'audit.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const writer = (given: string | undefined = key, maxFileBytes = 1e6): ChainWriter =>
  new ChainWriter({ file, maxFileBytes, durable: false, key: given });

/** One process: some records between the lines that begin and end it. */
function write(records: number, given: string | undefined = key): void {
  const log = writer(given);
  for (let number = 0; number < records; number += 1) log.append({ type: 'lost', records: 1 });
  log.close();
}

/** Leaves only so many lines. */
function cut(lines: number, rest = ''): void {
  const all = readFileSync(file, 'utf8').trimEnd().split('\n');
  writeFileSync(file, `${all.slice(0, lines).join('\n')}\n${rest}`);
}

describe('a log that a process takes up', () => {
  it.each([undefined, key])('goes on telling of lines that were cut off before (key %s) [issue7:7]', (given) => {
    write(5, given);
    cut(4);
    write(2, given);
    const options = given === undefined ? {} : { key: given };
    expect(verifyLog(file, options)).toMatchObject({
      lines: 4,
      fault: { line: 5, problem: '3 records are missing before it: the log had ended at record 7' },
    });
    write(2, given);
    expect(verifyLog(file, options).fault?.line).toBe(5);
  });

  it('knows a line that was cut in its middle from one that a dying process left', () => {
    write(5);
    const whole = readFileSync(file, 'utf8').trimEnd();
    writeFileSync(file, whole.slice(0, -10));
    write(1);
    expect(verifyLog(file, { key }).fault).toMatchObject({ problem: '1 record is missing before it: the log had ended at record 7' });
  });

  it('tells of lines that were added, of a head that is gone, damaged, or written by somebody without the key', () => {
    write(3);
    const [good, head] = [readFileSync(file, 'utf8'), readFileSync(`${file}.head`, 'utf8')];
    const begin = (): void => {
      writeFileSync(file, good);
      writeFileSync(`${file}.head`, head);
    };
    const problem = (): string | undefined => verifyLog(file, { key }).fault?.problem;
    begin();
    rmSync(`${file}.head`);
    write(1);
    expect(problem()).toContain('without its head file');
    for (const damaged of ['', '{', '{"seq":5}', '\0'.repeat(320)]) {
      begin();
      writeFileSync(`${file}.head`, damaged);
      write(1);
      expect([damaged, problem()]).toEqual([damaged, expect.stringContaining('without its head file')]);
    }
    // Cut, with a head that fits what is left.
    begin();
    cut(3);
    const last = readFileSync(file, 'utf8').trimEnd().split('\n').at(-1) as string;
    const { createHash } = process.getBuiltinModule('node:crypto');
    const hash = createHash('sha256').update(last).digest('hex');
    for (const forged of [
      { seq: 3, hash },
      { ...(JSON.parse(head) as object), seq: 3, hash },
      { seq: 3, hash, keyId: '00000000' },
    ]) {
      cut(3);
      writeFileSync(`${file}.head`, JSON.stringify(forged));
      write(1);
      expect(problem()).toContain('without its head file');
    }
  });

  it('tells of lines that somebody without a key added', () => {
    write(3, undefined);
    const head = readFileSync(`${file}.head`, 'utf8');
    write(2, undefined);
    writeFileSync(`${file}.head`, head);
    write(1, undefined);
    expect(verifyLog(file).fault?.problem).toContain('lines before it were changed or added');
  });

  it('goes on where it ended when the file is gone, so that this shows', () => {
    write(3);
    rmSync(file);
    write(1);
    const verdict = verifyLog(file, { key });
    expect(verdict).toMatchObject({ from: 6, to: 8 });
    expect(verdict.notes[0]).toBe(`${file} begins with record 6; the parts before it were not checked`);
  });

  it.each(['', '{"seq":7,"at":"20'])('goes on after the part before when a process died as it began a new one (%j)', (torn) => {
    const log = writer();
    for (let number = 0; number < 5; number += 1) log.append({ type: 'lost', records: 1 });
    renameSync(file, `${file}.1`);
    rmSync(`${file}.lock`);
    writeFileSync(file, torn);
    write(1);
    expect(verifyLog(file, { key })).not.toHaveProperty('fault');
    expect(verifyLog(file, { key })).toMatchObject({ from: 1, files: [`${file}.1`, file] });
  });

  it('accepts a head that is one line behind, and a first line without one', () => {
    for (const lines of [1, 4]) {
      rmSync(file, { force: true });
      rmSync(`${file}.head`, { force: true });
      const log = writer();
      let head = '';
      for (let number = 1; number <= lines; number += 1) {
        head = existsSync(`${file}.head`) ? readFileSync(`${file}.head`, 'utf8') : '';
        if (number === 1) log.open();
        else log.append({ type: 'lost', records: 1 });
      }
      writeFileSync(`${file}.head`, head);
      rmSync(`${file}.lock`);
      write(1);
      expect(verifyLog(file, { key })).not.toHaveProperty('fault');
    }
  });

  it('still goes into a new part under another key', () => {
    write(2);
    write(2, other);
    expect(verifyAudit([`${file}.1`], { key }).fault).toBeUndefined();
    expect(verifyAudit([file], { key: other }).fault).toBeUndefined();
    cut(2);
    write(1, undefined);
    expect(verifyAudit([file]).fault?.problem).toBe('2 records are missing before it: the log had ended at record 8');
  });
});

describe('a log that changes while it is written', () => {
  const begun = (): (() => void) => {
    const log = writer();
    return () => log.append({ type: 'lost', records: 1 });
  };

  it('goes into a new file when its own was moved, and tells when that was removed', () => {
    const append = begun();
    append();
    renameSync(file, `${file}.1`);
    append();
    expect(verifyLog(file, { key })).toMatchObject({ files: [`${file}.1`, file], from: 1, to: 4 });
    expect(verifyLog(file, { key }).fault).toBeUndefined();
    rmSync(file);
    append();
    expect(verifyLog(file, { key }).fault?.problem).toBe('2 records are missing before it: the log had ended at record 4');
  });

  it('tells when its file was replaced by an older one, or cut', () => {
    const append = begun();
    append();
    copyFileSync(file, join(folder, 'older'));
    append();
    renameSync(join(folder, 'older'), file);
    append();
    expect(verifyLog(file, { key }).fault).toMatchObject({
      line: 3,
      problem: '1 record is missing before it: the log had ended at record 3',
    });
    rmSync(file);
    append();
    cut(1);
    append();
    expect(verifyLog(file, { key }).fault?.problem).toContain('1 record is missing before it');
  });

  it('is told to the operator', async () => {
    await createTestHost(auditLog({ file })).then((host) => host.dispose());
    cut(1);
    await using host = await createTestHost(auditLog({ file }));
    expect(host.logs).toEqual([expect.objectContaining({ level: 'error', message: expect.stringContaining('toolrack audit verify') })]);
  });
});
