import type { CallView, RunContext, ToolrackEvent } from '@toolrack/contracts';
import { createTestHost, fixtureRun, fixtureTool, secretTraces, type TestHost } from '@toolrack/testkit';
import fc from 'fast-check';
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ChainWriter } from './chain-writer.js';
import { hashOf, lineOf } from './chain.js';
import defaultExport, { auditLog, logsOf, partsOf, verifyAudit, verifyLog } from './index.js';

let folder = '';
let file = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'toolrack-audit-'));
  file = join(folder, 'audit.jsonl');
});
afterEach(() => {
  delete process.env['TOOLRACK_AUDIT_KEY'];
  rmSync(folder, { recursive: true, force: true });
});

type Line = Record<string, any>; // eslint-disable-line @typescript-eslint/no-explicit-any -- read by tests
const lines = (path = file): Line[] =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
const tool = fixtureTool('mcp:files:write');
const run: RunContext = fixtureRun({ runId: 'run-1', agent: 'clerk' });
const view = (callId: string, callArguments: CallView['arguments'] = {}): CallView => ({
  run,
  callId,
  parentCallId: 'm1',
  tool,
  arguments: callArguments,
  signal: run.signal,
});
const facts = (callId: string) => ({ at: 1, runId: 'run-1', callId, parentCallId: 'm1', toolId: tool.id, sourceKind: 'mcp' });

/** A call through the taps and events in the order of the runtime. */
async function call(host: TestHost, callId: string, end: ToolrackEvent, callArguments: CallView['arguments'] = {}): Promise<void> {
  const given = view(callId, callArguments);
  for (const { tap } of host.taps('args')) await tap(callArguments, given);
  for (const { tap } of host.taps('authorize')) await tap(given);
  if (end.name !== 'call:denied') for (const { tap } of host.taps('execute')) await tap(given);
  host.emit(end);
}
const completed = (callId: string): ToolrackEvent => ({ name: 'call:completed', ...facts(callId), isError: false, durationMs: 1.23456 });
const started: ToolrackEvent = {
  name: 'run:started',
  at: 1,
  runId: 'run-1',
  scope: run.scope,
  tools: 3,
  visible: 3,
  digest: 'd',
  durationMs: 1,
};

async function writeLog(options: Partial<Parameters<typeof auditLog>[0]> = {}, calls = 3): Promise<void> {
  await using host = await createTestHost(auditLog({ file, ...options }));
  host.emit(started);
  for (let number = 1; number <= calls; number++) await call(host, `c${number}`, completed(`c${number}`));
}

describe('auditLog', () => {
  it('is the default export, under its package name and version', async () => {
    await using host = await createTestHost(auditLog({ file }));
    const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
    expect(host.plugin).toMatchObject({ name: manifest.name, version: manifest.version });
    expect(defaultExport).toBe(auditLog);
  });

  it('records who called which tool by which rule, with digest, outcome and duration, in order [issue7:7]', async () => {
    {
      await using host = await createTestHost(auditLog({ file }));
      host.emit(started);
      host.emit({ name: 'search:completed', at: 1, runId: 'run-1', hits: 2, weak: false, durationMs: 2 });
      await call(host, 'c1', completed('c1'));
      await call(host, 'c2', {
        name: 'call:denied',
        ...facts('c2'),
        code: 'ERR_CALL_DENIED',
        reason: 'guests read only',
        rule: 'rule 1',
        plugin: '@toolrack/policy',
      });
      host.emit({ name: 'approval:requested', ...facts('c3'), approvalId: 'a1', reasons: ['big'], deadline: 5 });
      host.emit({ name: 'approval:decided', ...facts('c3'), approvalId: 'a1', decision: 'allow', edited: true, by: 'ann' });
      await call(host, 'c3', { name: 'call:failed', ...facts('c3'), code: 'ERR_CALL_FAILED', reason: 'broken', durationMs: 3 });
      host.emit({ name: 'hook:faulted', at: 1, plugin: 'p', hook: 'policy', reason: 'threw' });
      host.emit({ name: 'run:ended', at: 1, runId: 'run-1', searches: 1, describes: 0, calls: 3 });
    }
    const who = { runId: 'run-1', scope: { agent: 'clerk' } };
    const what = { parentCallId: 'm1', tool: tool.id, digest: tool.digest };
    expect(lines().map(({ seq, type }) => `${seq} ${type}`)).toEqual(
      ['opened', 'run', 'search', 'call', 'outcome', 'denied', 'asked', 'answered', 'call', 'outcome', 'fault', 'end', 'closed'].map(
        (type, index) => `${index + 1} ${type}`,
      ),
    );
    expect(lines()[3]).toMatchObject({ ...who, ...what, callId: 'c1' });
    expect(lines()[4]).toMatchObject({ ...who, ...what, callId: 'c1', outcome: 'ok', durationMs: 1.235 });
    expect(lines()[5]).toMatchObject({
      ...who,
      ...what,
      code: 'ERR_CALL_DENIED',
      rule: 'rule 1',
      plugin: '@toolrack/policy',
      reason: 'guests read only',
    });
    expect(lines()[7]).toMatchObject({ decision: 'allow', edited: true, by: 'ann' });
    expect(lines()[9]).toMatchObject({ outcome: 'failed', code: 'ERR_CALL_FAILED', reason: 'broken' });
    expect(JSON.stringify(lines())).not.toContain('arguments');
    expect(verifyAudit([file])).toMatchObject({ lines: 13, from: 1, to: 13, notes: [expect.stringContaining('without a key')] });
  });

  it('records what a model asked for in vain, whether it does not exist or is denied, without secrets', async () => {
    await using host = await createTestHost(auditLog({ file, durable: true }));
    host.emit(started);
    const asked = 'Unknown tool "mcp:bank:transfer?key=sk-TESTSECRET-000123456789".';
    host.emit({ name: 'call:unknown', at: 1, runId: 'run-1', callId: 'm1', calledName: 'tool_call', reason: asked });
    host.emit({ name: 'call:unknown', at: 2, runId: 'run-1', callId: 'm2', calledName: 'x'.repeat(5000), reason: 'There is no tool' });
    expect(lines().at(-2)).toMatchObject({ type: 'unknown', runId: 'run-1', scope: { agent: 'clerk' }, callId: 'm1', called: 'tool_call' });
    expect(lines().at(-2)?.['reason']).toMatch(/^Unknown tool "mcp:bank:transfer\?key=\[redacted\]/u);
    expect(lines().at(-1)?.['called']).toHaveLength(1024);
  });

  it('has written the line of a call before the call is made, and its outcome before the answer [issue7:7]', async () => {
    await using host = await createTestHost(auditLog({ file, durable: true }));
    for (const { tap } of host.taps('execute')) await tap(view('c1'));
    expect(lines().at(-1)).toMatchObject({ type: 'call', callId: 'c1' });
    host.emit(completed('c1'));
    expect(lines().at(-1)).toMatchObject({ type: 'outcome', callId: 'c1' });
  });

  it('writes no secret, in arguments or in reasons, by key, form and value [logs-233]', async () => {
    const secretArguments = {
      mode: 'cloud',
      api_token: 'sk-TESTSECRET-0001',
      nested: { headers: { Authorization: 'Bearer TESTSECRET-0002' } },
      list: [{ password: 'TESTSECRET-0003' }],
      url: 'https://u:TESTSECRET-0004@h.example/?access_token=TESTSECRET-0005',
    };
    const all = JSON.stringify(secretArguments);
    {
      await using host = await createTestHost(auditLog({ file, arguments: 'redacted' }));
      await call(host, 'c1', completed('c1'), secretArguments);
      const reason = `failed for ${all}: TESTSECRET-0003 was refused, so was sk-TESTSECRET-0001, TESTSECRET-0002, TESTSECRET-0004 and TESTSECRET-0005`;
      await call(host, 'c2', { name: 'call:failed', ...facts('c2'), code: 'ERR_CALL_FAILED', reason, durationMs: 1 }, secretArguments);
      await call(
        host,
        'c3',
        { name: 'call:denied', ...facts('c3'), code: 'ERR_CALL_DENIED', reason, rule: 'TESTSECRET-0003' },
        secretArguments,
      );
    }
    expect(readFileSync(file, 'utf8')).not.toContain('TESTSECRET');
    expect(lines().find(({ type }) => type === 'call')?.['arguments']).toMatchObject({ mode: 'cloud', api_token: '[redacted]' });
  });

  it('writes no registered value, however it is written', async () => {
    const registered = 'Xq7+Lr2/Vm9';
    const said = `${registered} ${Buffer.from(`u:${registered}`).toString('base64')} ${encodeURIComponent(registered)}`;
    {
      await using host = await createTestHost(auditLog({ file, arguments: 'redacted', secrets: [registered] }));
      await call(host, 'c1', { name: 'call:failed', ...facts('c1'), code: 'ERR_CALL_FAILED', reason: said, durationMs: 1 }, { note: said });
      host.emit({ name: 'call:unknown', at: 1, runId: 'run-1', callId: 'c2', calledName: said, reason: said });
    }
    expect(readFileSync(file, 'utf8')).toContain('[redacted]');
    expect(secretTraces(readFileSync(file, 'utf8'), [registered])).toEqual([]);
  });

  it('does not make a call that cannot be recorded, unless told otherwise, and goes on when it can', async () => {
    const blocked = join(folder, 'blocked');
    writeFileSync(blocked, 'a file where a folder is wanted');
    const options = { file: join(blocked, 'audit.jsonl') };
    await using strict = await createTestHost(auditLog(options));
    await using lax = await createTestHost(auditLog({ ...options, required: false }));
    const execute = (host: TestHost) => (async () => host.taps('execute')[0]?.tap(view('c1')))();
    await expect(execute(strict)).rejects.toThrow('cannot be recorded');
    expect(await strict.taps('authorize')[0]?.tap(view('c1'))).toMatchObject({ rule: 'audit-log: required', isPublic: false });
    await expect(execute(lax)).resolves.toBeUndefined();
    expect(strict.logs.filter(({ level }) => level === 'error')).toHaveLength(1);
    rmSync(blocked);
    mkdirSync(blocked);
    expect(await strict.taps('authorize')[0]?.tap(view('c2'))).toBeUndefined();
    await expect(execute(strict)).resolves.toBeUndefined();
    expect(lines(options.file).map(({ type }) => type)).toContain('lost');
  });
});

describe('the chain', () => {
  it.each([undefined, 'a key'])('goes on after a restart and over parts (key %s)', async (key) => {
    if (key !== undefined) process.env['TOOLRACK_AUDIT_KEY'] = key;
    await writeLog({ maxFileBytes: 4096 }, 12);
    await writeLog({ maxFileBytes: 4096 }, 12);
    const parts = partsOf(file);
    expect(parts.length).toBeGreaterThan(2);
    expect(verifyAudit(parts, key === undefined ? {} : { key })).toMatchObject({
      from: 1,
      lines: parts.flatMap((part) => lines(part)).length,
    });
    expect(verifyAudit(parts, key === undefined ? {} : { key }).fault).toBeUndefined();
    expect(verifyAudit([parts[1] as string], key === undefined ? {} : { key }).notes[0]).toContain('the parts before it were not checked');
    expect(verifyAudit([parts[0] as string, parts[2] as string], key === undefined ? {} : { key }).fault).toMatchObject({
      line: 1,
      problem: expect.stringContaining('lines are missing'),
    });
  });

  it('shows every change, removal, move and insertion of a line, by its number', async () => {
    await writeLog();
    const good = readFileSync(file, 'utf8');
    const all = good.trimEnd().split('\n');
    fc.assert(
      fc.property(fc.nat(all.length - 1), fc.constantFrom('change', 'remove', 'move', 'repeat', 'insert'), fc.nat(), (at, what, where) => {
        const copy = [...all];
        const line = copy[at] as string;
        if (what === 'change') {
          const place = 1 + (where % (line.length - 2));
          copy[at] = `${line.slice(0, place)}${line[place] === 'x' ? 'y' : 'x'}${line.slice(place + 1)}`;
        } else if (what === 'remove') copy.splice(at, 1);
        else if (what === 'repeat') copy.splice(at, 0, line);
        else if (what === 'insert') copy.splice(at, 0, '{"seq":1,"type":"call"}');
        else copy.splice((at + 1 + (where % (all.length - 1))) % all.length, 0, ...copy.splice(at, 1));
        fc.pre(copy.join() !== all.join());
        writeFileSync(file, `${copy.join('\n')}\n`);
        const { fault, lines: good } = verifyAudit([file]);
        expect(fault).toBeDefined();
        // The first line that is not what was written there; none when all that is there is, and the end is missing.
        const first = copy.findIndex((text, index) => text !== all[index]);
        expect([what, at, fault?.line]).toEqual([what, at, first < 0 ? undefined : first + 1]);
        expect(good).toBe(first < 0 ? copy.length : first);
      }),
      { numRuns: 300 },
    );
    writeFileSync(file, good);
    expect(verifyAudit([file]).fault).toBeUndefined();
  });

  it('shows that records are missing at the end, and that the head is gone', async () => {
    await writeLog();
    const good = readFileSync(file, 'utf8');
    writeFileSync(file, `${good.trimEnd().split('\n').slice(0, -3).join('\n')}\n`);
    expect(verifyAudit([file]).fault).toMatchObject({ problem: '3 records are missing at the end: the last one written is 9' });
    rmSync(`${file}.head`);
    writeFileSync(file, good);
    expect(verifyAudit([file]).fault).toMatchObject({ problem: expect.stringContaining('head file') });
  });

  it('cannot be written anew by somebody who does not have the key [issue7:7]', async () => {
    process.env['TOOLRACK_AUDIT_KEY'] = 'the key';
    await writeLog();
    expect(verifyAudit([file], { key: 'the key' })).toMatchObject({ lines: 9, notes: [] });
    expect(verifyAudit([file], { key: 'another' }).fault).toMatchObject({ line: 1, problem: expect.stringContaining('does not fit') });
    const forged = join(folder, 'forged.jsonl');
    const writer = new ChainWriter({ file: forged, maxFileBytes: 1e9, durable: false, key: undefined });
    writer.append({ type: 'denied', runId: 'r', scope: {}, callId: 'c', tool: 't', code: 'x', reason: 'y' });
    writer.close();
    copyFileSync(forged, file);
    copyFileSync(`${forged}.head`, `${file}.head`);
    expect(verifyAudit([file]).fault).toBeUndefined();
    expect(verifyAudit([file], { key: 'the key' }).fault).toMatchObject({ line: 1, problem: 'it has no message authentication code' });
  });

  it('accounts for a line that was cut off when a process died', async () => {
    await writeLog();
    const good = readFileSync(file, 'utf8');
    writeFileSync(file, `${good}{"seq":10,"at":"2026`);
    expect(verifyAudit([file])).toMatchObject({ notes: expect.arrayContaining([expect.stringContaining('the last line is cut off')]) });
    await writeLog();
    const verdict = verifyAudit([file]);
    expect(verdict.fault).toBeUndefined();
    expect(verdict.notes.join()).toContain('line 10 was cut off when a process died');
    writeFileSync(file, readFileSync(file, 'utf8').replace('{"seq":10,"at":"2026\n', '{"seq":10,"at":"2027\n'));
    expect(verifyAudit([file]).fault).toMatchObject({ line: 10 });
  });

  const written = (): string[] => readFileSync(file, 'utf8').trimEnd().split('\n');
  const tail = (text: string): void => writeFileSync(file, `${readFileSync(file, 'utf8')}${text}`);

  it.each<[string, string, number, string]>([
    ['garbage without a line break', 'garbage', 10, 'nor the beginning of one'],
    ['garbage with one', 'garbage\n', 10, 'it is no record'],
    ['the first half of a line that is there', '{"seq":9,"at":"2026-01-01T00:00:00.000Z","type":"clo', 10, 'nor the beginning of one'],
    [
      'half of a record that a closed log cannot hold',
      '{"seq":10,"at":"2026-01-01T00:00:00.000Z","type":"call","runId"',
      10,
      'nor the beginning',
    ],
    ['half a name of such a record', '{"seq":10,"at":"2026-01-01T00:00:00.000Z","type":"cal', 10, 'nor the beginning'],
    ['a letter where the time stands', '{"seq":10,"at":"today', 10, 'nor the beginning of one'],
    ['an empty line', '\n', 10, 'it is empty'],
    ['blanks', '  \t', 10, 'nor the beginning of one'],
    ['bytes that are no text', '{"seq":10,"at":"\u0007', 10, 'nor the beginning of one'],
  ])('takes %s after its end for a fault', async (_what, text, line, problem) => {
    await writeLog();
    tail(text);
    expect(verifyAudit([file])).toMatchObject({ lines: 9, fault: { line, problem: expect.stringContaining(problem) } });
    // Whoever takes up the log accounts for what stands there, and does not make it a part of it.
    await writeLog();
    expect(verifyAudit([file]).fault).toMatchObject({
      line,
      problem: expect.stringContaining(text.endsWith('\n') ? 'it is' : 'nor the beginning'),
    });
  });

  it('takes any part of the next line for one that was cut off, with zero bytes that a disk left too', async () => {
    await writeLog();
    const good = readFileSync(file);
    await writeLog();
    const next = written()[9] as string;
    for (const text of [
      ...Array.from({ length: next.length }, (_, length) => next.slice(0, length + 1)),
      `${next.slice(0, 40)}\0\0\0`,
      '\0',
    ]) {
      writeFileSync(file, Buffer.concat([good, Buffer.from(text)]));
      const { seq } = JSON.parse(written()[8] as string) as { seq: number };
      writeFileSync(`${file}.head`, JSON.stringify({ seq, hash: hashOf(written()[8] as string) }));
      expect([text, verifyAudit([file]).fault]).toEqual([text, undefined]);
    }
    // A line that lacks its line break alone is accounted for like any other.
    writeFileSync(file, Buffer.concat([good, Buffer.from(next)]));
    await writeLog();
    expect(verifyAudit([file])).toMatchObject({ notes: [expect.stringContaining('line 10 was cut off'), expect.anything()] });
    expect(verifyAudit([file]).fault).toBeUndefined();
    writeFileSync(file, readFileSync(file, 'utf8').replace(`${next}\n`, ''));
    expect(verifyAudit([file]).fault).toMatchObject({ line: 10, problem: expect.stringContaining('there is none before it') });
  });

  it.each(['', 'the key'])('names a line with other line breaks, blanks or escapes than the log writes (key "%s")', async (key) => {
    if (key !== '') process.env['TOOLRACK_AUDIT_KEY'] = key;
    await writeLog();
    const good = written();
    const changes: [string, (line: string) => string][] = [
      ['carriage return', (line) => `${line}\r`],
      ['no record', (line) => line.replace('{"seq"', '{ "seq"')],
      ['no record', (line) => line.replace('"type"', '"\\u0074ype"')],
      ['no record', (line) => line.replace('"type":', '"type":"x","type":')],
      ['no record', (line) => `\uFEFF${line}`],
    ];
    for (const [problem, change] of changes) {
      writeFileSync(file, `${good.map((line, index) => (index === 4 ? change(line) : line)).join('\n')}\n`);
      expect(verifyAudit([file], key === '' ? {} : { key })).toMatchObject({
        lines: 4,
        fault: { line: 5, problem: expect.stringContaining(problem) },
      });
    }
    writeFileSync(file, `${good.join('\r\n')}\r\n`);
    expect(verifyAudit([file]).fault).toMatchObject({ line: 1, problem: expect.stringContaining('carriage return') });
  });

  it('says what is missing of its parts, and keeps their order when old ones are archived', async () => {
    await writeLog({ maxFileBytes: 4096 }, 40);
    const parts = partsOf(file);
    expect(parts.length).toBeGreaterThan(3);
    expect(verifyLog(file).fault).toBeUndefined();
    const kept = parts.map((part) => readFileSync(part));
    rmSync(parts[1] as string);
    expect(verifyLog(file).fault).toMatchObject({
      file: parts[2],
      line: 1,
      problem: expect.stringMatching(/^\d+ lines are missing before it/u),
    });
    rmSync(parts[0] as string);
    expect(verifyLog(file)).toMatchObject({
      files: parts.slice(2),
      notes: expect.arrayContaining([expect.stringContaining('the parts before it were not checked')]),
    });
    expect(verifyLog(file).fault).toBeUndefined();
    await writeLog({ maxFileBytes: 4096 }, 20);
    expect(verifyLog(file).fault).toBeUndefined();
    expect(partsOf(file).indexOf(parts[2] as string)).toBe(0);
    // The end of a log is the first thing that somebody takes away.
    rmSync(file);
    expect(verifyLog(file).fault).toMatchObject({
      file,
      problem: expect.stringMatching(/^it is missing.*: the last record written is \d+$/u),
    });
    for (const part of partsOf(file)) rmSync(part);
    expect(verifyLog(file).fault).toMatchObject({ file, problem: expect.stringContaining('it is missing') });
    expect(logsOf(file)).toEqual([file]);
    writeFileSync(file, kept[0] as Buffer);
    expect(verifyLog(file).fault?.problem).toMatch(/missing at the end/u);
  });

  it('names the last line when it was changed, and what follows an end that nothing took up', async () => {
    await writeLog();
    const good = written();
    writeFileSync(file, `${[...good.slice(0, -1), (good[8] as string).replace('closed', 'lost')].join('\n')}\n`);
    expect(verifyAudit([file]).fault).toMatchObject({ line: 9, problem: expect.stringContaining('does not fit the head file') });
    // Somebody without the key, but with care: the chain fits, the record does not belong there.
    const forged = lineOf({ type: 'lost', records: 1 }, { seq: 10, previous: hashOf(good[8] as string) });
    writeFileSync(file, `${good.join('\n')}\n${forged}\n`);
    writeFileSync(`${file}.head`, JSON.stringify({ seq: 10, hash: hashOf(forged) }));
    expect(verifyAudit([file]).fault).toMatchObject({ line: 10, problem: expect.stringContaining('does not take it up again') });
  });

  it('goes into a new part when the key is another one', async () => {
    await writeLog();
    process.env['TOOLRACK_AUDIT_KEY'] = 'new key';
    await writeLog();
    expect(partsOf(file)).toEqual([`${file}.1`, file]);
    expect(verifyAudit(partsOf(file)).fault).toBeUndefined();
    expect(verifyAudit([file], { key: 'new key' }).fault).toBeUndefined();
  });

  it('gives each writer a file of its own, also beside one that has died', async () => {
    const options = { file, maxFileBytes: 1e9, durable: false, key: undefined };
    const [one, two] = [new ChainWriter(options), new ChainWriter(options)];
    expect([one.file, two.file]).toEqual([file, join(folder, 'audit.2.jsonl')]);
    const record = { type: 'lost', records: 1 } as const;
    for (let round = 0; round < 20; round++) for (const writer of [one, two]) writer.append(record);
    one.close();
    two.close();
    for (const log of logsOf(file)) expect(verifyAudit(partsOf(log)).fault).toBeUndefined();
    expect(existsSync(`${file}.lock`)).toBe(false);
    writeFileSync(`${file}.lock`, '999999999');
    expect(new ChainWriter(options).file).toBe(file);
  });

  it('is readable by its owner alone', async () => {
    await writeLog();
    expect(() => chmodSync(file, 0o600)).not.toThrow();
    const { statSync } = await import('node:fs');
    expect([statSync(file).mode & 0o077, statSync(`${file}.head`).mode & 0o077]).toEqual([0, 0]);
  });
});
