import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { CallView, JsonObject, ToolrackEvent, ToolResult } from '@toolrack/contracts';
import { createTestHost, fixtureRun, fixtureTool, secretTraces, type TestHost } from '@toolrack/testkit';

import defaultExport, {
  activityLog,
  readActivity,
  summariseActivity,
  type ActivityLogOptions,
  type ActivityRecord,
  type CallRecord,
} from './index.js';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'toolrack-activity-'));
  file = join(folder, 'activity.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = fixtureRun();
const tool = fixtureTool('mcp:github:merge_pull_request');
const at = 1_700_000_000_000;

/** Drives the taps and events of one call as the kernel does. */
class Driver {
  constructor(readonly host: TestHost) {}

  event(event: Record<string, unknown>): void {
    this.host.emit({ at, runId: run.runId, ...event } as unknown as ToolrackEvent);
  }

  view(callArguments: JsonObject, extra: Partial<CallView> = {}): CallView {
    return { run, callId: 'c1', parentCallId: 'm1', tool, arguments: callArguments, signal: new AbortController().signal, ...extra };
  }

  async before(view: CallView): Promise<void> {
    for (const { tap } of this.host.taps('args')) expect(tap(view.arguments, view)).toBe(view.arguments);
    for (const { tap } of this.host.taps('authorize')) expect(await tap(view)).toBeUndefined();
  }

  async complete(view: CallView, result: ToolResult): Promise<void> {
    await this.before(view);
    for (const { tap } of this.host.taps('execute')) expect(await tap(view)).toBeUndefined();
    for (const { tap } of this.host.taps('result')) expect(await tap(result, view)).toBe(result);
    this.end(view, 'call:completed', { isError: result.isError === true, durationMs: 12 });
  }

  end(view: CallView, name: string, fields: Record<string, unknown>): void {
    const { callId, parentCallId } = view;
    this.event({ name, callId, parentCallId, toolId: tool.id, sourceKind: tool.source.kind, ...fields });
  }
}

async function driven(
  work: (driver: Driver) => Promise<void> | void,
  options: Partial<ActivityLogOptions> = {},
): Promise<readonly ActivityRecord[]> {
  const host = await createTestHost(activityLog({ file, ...options }));
  await work(new Driver(host));
  await host.dispose();
  return (await readActivity(file)).records;
}
const onlyCall = async (work: (driver: Driver) => Promise<void>, options: Partial<ActivityLogOptions> = {}): Promise<CallRecord> => {
  const records = await driven(work, options);
  expect(records).toHaveLength(1);
  return records[0] as CallRecord;
};
const answer: ToolResult = { content: [{ type: 'text', text: 'merged' }], details: { merged: true } };

describe('activityLog', () => {
  it('is the default export, under its package name and version', async () => {
    const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
    expect(activityLog({ file })).toMatchObject({ name: manifest.name, version: manifest.version, critical: false });
    expect(defaultExport).toBe(activityLog);
  });

  it('records a finished call with its arguments, result, source, times and ids [openclaw:26.3]', async () => {
    const record = await onlyCall((driver) => driver.complete(driver.view({ number: 7 }), answer));
    expect(record).toEqual({
      type: 'call',
      at,
      scopeId: expect.stringMatching(/^[0-9a-f]{24}$/u),
      runId: run.runId,
      idempotencyKey: `${record.scopeId}:c1`,
      startOrder: 1,
      toolCallId: 'c1',
      parentToolCallId: 'm1',
      toolId: 'mcp:github:merge_pull_request',
      toolName: 'merge_pull_request',
      source: 'mcp',
      sourceName: 'github',
      servedBy: 'source',
      startedAt: at - 12,
      durationMs: 12,
      isError: false,
      input: { number: 7 },
      result: { content: [{ type: 'text', text: 'merged' }], details: { merged: true } },
    });
  });

  it('records the arguments that an approver put in place of the first ones', async () => {
    const record = await onlyCall(async (driver) => {
      await driver.before(driver.view({ number: 7 }));
      await driver.complete(driver.view({ number: 8 }), answer);
    });
    expect(record.input).toEqual({ number: 8 });
  });

  it('records a denied call with the arguments that were denied and without a result', async () => {
    const record = await onlyCall(async (driver) => {
      const view = driver.view({ number: 7 });
      await driver.before(view);
      driver.end(view, 'call:denied', { code: 'ERR_CALL_DENIED', reason: 'only on weekdays' });
    });
    expect(record).toMatchObject({
      isError: true,
      servedBy: 'nobody',
      input: { number: 7 },
      error: { code: 'ERR_CALL_DENIED', reason: 'only on weekdays' },
    });
    expect(record).not.toHaveProperty('result');
  });

  it('records a call that a policy hid from the start, of which only the event tells', async () => {
    const record = await onlyCall(async (driver) =>
      driver.end(driver.view({}), 'call:denied', { code: 'ERR_TOOL_UNKNOWN', reason: 'not for guests' }),
    );
    expect(record).toMatchObject({ toolName: 'merge_pull_request', sourceName: 'github', isError: true, durationMs: 0 });
    expect(record).not.toHaveProperty('input');
  });

  it('records a failed call, and no result that was not accepted', async () => {
    const record = await onlyCall(async (driver) => {
      const view = driver.view({ number: 7 });
      await driver.before(view);
      for (const { tap } of driver.host.taps('execute')) await tap(view);
      for (const { tap } of driver.host.taps('result')) await tap(answer, view);
      driver.end(view, 'call:failed', { code: 'ERR_CALL_OUTPUT', reason: 'connect with password=hunter2 failed', durationMs: 3 });
    });
    expect(record).toMatchObject({ isError: true, servedBy: 'source', error: { reason: 'connect with password=[redacted] failed' } });
    expect(record).not.toHaveProperty('result');
  });

  it('says when another plugin answered in place of the source, and when the model called the tool itself', async () => {
    const record = await onlyCall(async (driver) => {
      const view = driver.view({}, { parentCallId: 'c1' });
      await driver.before(view);
      for (const { tap } of driver.host.taps('result')) await tap(answer, view);
      driver.end(view, 'call:completed', { isError: false, durationMs: 1 });
    });
    expect(record.servedBy).toBe('plugin');
    expect(record).not.toHaveProperty('parentToolCallId');
  });

  it('bounds names, input and result, and redacts them [openclaw:26.3]', async () => {
    const long = fixtureTool(`mcp:github:${'n'.repeat(300)}`);
    const record = await onlyCall((driver) =>
      driver.complete(driver.view({ text: 'x'.repeat(8192) }, { tool: long }), {
        content: [{ type: 'text', text: 'y'.repeat(32_768) }],
      }),
    );
    expect(record.toolName).toHaveLength(256);
    expect(record.input).toEqual({ $omitted: 'larger than 8192 bytes' });
    expect(record.result).toEqual({ $omitted: 'larger than 32768 bytes' });
  });

  it('writes no secret of an argument, a result or a query into the file', async () => {
    await driven(
      async (driver) => {
        await driver.complete(driver.view({ password: 'hunter2', note: 'Bearer hunter2hunter2', badge: 'hunter2' }), {
          content: [{ type: 'text', text: '{"api_key": "hunter2"}' }],
        });
        for (const { tap } of driver.host.taps('rerank')) await tap([], { text: 'log in with token=hunter2', limit: 5 }, run);
      },
      { redactKeys: ['badge'] },
    );
    expect(readFileSync(file, 'utf8')).not.toContain('hunter2');
  });

  it('writes no registered value and no argument that was a secret, however it is written', async () => {
    const registered = 'Xq7+Lr2/Vm9';
    const base64 = (text: string): string => Buffer.from(text).toString('base64');
    await driven(
      async (driver) => {
        const text = `${registered} ${base64(`u:${registered}`)} ${base64('hunter2')} ${encodeURIComponent(registered)}`;
        await driver.complete(driver.view({ password: 'hunter2', note: text }), {
          content: [{ type: 'text', text }],
          details: { [registered]: text },
        });
        driver.end(driver.view({}, { callId: 'c2' }), 'call:failed', { code: 'ERR_CALL_FAILED', reason: text, durationMs: 1 });
        for (const { tap } of driver.host.taps('rerank')) await tap([], { text: `${'x'.repeat(1020)} ${text}`, limit: 5 }, run);
      },
      { secrets: [registered] },
    );
    expect(secretTraces(readFileSync(file, 'utf8'), [registered])).toEqual([]);
    expect(readFileSync(file, 'utf8').split('\n')[0]).not.toContain(base64('hunter2'));
  });

  it('records arguments and results only as far as asked', async () => {
    const record = await onlyCall((driver) => driver.complete(driver.view({ number: 7 }), answer), { maxInputBytes: 0, maxResultBytes: 0 });
    expect([record.input, record.result]).toEqual([undefined, undefined]);
  });

  it('records runs with the schemas that the model saw, searches with their hits, descriptions and counters [openclaw:26.1] [openclaw:26.2]', async () => {
    const records = await driven(async (driver) => {
      driver.event({ name: 'run:started', scope: { agent: 'a' }, tools: 500, visible: 3, digest: 'd', durationMs: 1 });
      const hits = [
        { id: 'a:b:c', score: 2 },
        { id: 'a:b:d', score: 1 },
      ];
      for (const { tap } of driver.host.taps('rerank')) expect(await tap(hits, { text: 'a thing', limit: 1 }, run)).toBe(hits);
      driver.event({ name: 'tool:described', toolId: 'a:b:c', sourceKind: 'a' });
      driver.event({ name: 'run:ended', searches: 2, describes: 1, calls: 0 });
    });
    expect(records).toMatchObject([
      { type: 'run', scope: { agent: 'a' }, tools: 500, visible: 3, digest: 'd' },
      { type: 'search', query: 'a thing', limit: 1, hits: ['a:b:c'] },
      { type: 'describe', toolId: 'a:b:c' },
      { type: 'end', searches: 2, describes: 1, calls: 0 },
    ]);
    expect(summariseActivity(records)).toMatchObject([{ tools: 500, visible: 3, searches: 2, describes: 1, calls: 0, endedAt: at }]);
  });

  it('records no searches when told so', async () => {
    const host = await createTestHost(activityLog({ file, searches: false }));
    expect(host.taps('rerank')).toEqual([]);
    await host.dispose();
  });

  it('numbers overlapping calls in the order in which they began', async () => {
    const records = await driven(async (driver) => {
      const [slow, quick] = [driver.view({}, { callId: 'slow' }), driver.view({}, { callId: 'quick' })];
      await driver.before(slow);
      await driver.complete(quick, answer);
      driver.end(slow, 'call:failed', { code: 'ERR_CALL_TIMEOUT', reason: 'late', durationMs: 9 });
    });
    expect((records as CallRecord[]).map(({ toolCallId, startOrder }) => [toolCallId, startOrder])).toEqual([
      ['quick', 2],
      ['slow', 1],
    ]);
  });

  it('gives a run of the same id a new scope once the first has ended', async () => {
    const records = await driven((driver) => {
      for (let index = 0; index < 2; index += 1) driver.event({ name: 'run:ended', searches: 0, describes: 0, calls: 0 });
    });
    expect(summariseActivity(records)).toHaveLength(2);
  });

  it('disturbs no call when the file cannot be written, and says so once', async () => {
    const blocked = join(folder, 'blocked');
    writeFileSync(blocked, '');
    const host = await createTestHost(activityLog({ file: join(blocked, 'x.jsonl') }));
    const driver = new Driver(host);
    await driver.complete(driver.view({}), answer);
    await driver.complete(driver.view({}, { callId: 'c2' }), answer);
    await host.dispose();
    expect(host.logs.filter((line) => line.level === 'warn')).toHaveLength(1);
  });

  it('stands first in authorization, so that the denial of another plugin does not hide the call', async () => {
    const host = await createTestHost(activityLog({ file }));
    const stageOfOthers = 0;
    expect(host.taps('authorize')[0]?.stage).toBeLessThan(stageOfOthers);
    for (const hook of ['args', 'execute', 'result', 'rerank'] as const) expect(host.taps(hook)[0]?.stage).toBeGreaterThan(1000);
    await host.dispose();
  });
});

describe('readActivity', () => {
  it('filters by run, type, tool and time, skips what is no record and counts a copied call once', async () => {
    const call = { type: 'call', at: 5, runId: 'run-1', scopeId: 's1', idempotencyKey: 's1:c', toolId: 'a:b:c' };
    const lines = [
      { type: 'run', at: 1, runId: 'run-1', scopeId: 's1' },
      call,
      call,
      { type: 'run', at: 9, runId: 'run-1', scopeId: 's2' },
      { type: 'loss', at: 9, records: 3 },
    ];
    writeFileSync(`${file}.1`, `${JSON.stringify(lines[0])}\nnull\n{"type":"other","at":1}\n\n`);
    writeFileSync(
      file,
      lines
        .slice(1)
        .map((line) => `${JSON.stringify(line)}\n`)
        .join(''),
    );
    appendFileSync(file, '{"type":"call","at":7,"cut o');
    const all = await readActivity(file);
    expect([all.records.map(({ at: time }) => time), all.unreadable]).toEqual([[1, 5, 9, 9], 3]);
    const times = async (filter: object): Promise<number[]> => (await readActivity(file, filter)).records.map((record) => record.at);
    expect(await times({ run: 'run-1' })).toEqual([1, 5, 9]);
    expect(await times({ run: 's2' })).toEqual([9]);
    expect(await times({ type: 'call' })).toEqual([5]);
    expect(await times({ toolId: 'a:b:c' })).toEqual([5]);
    expect(await times({ since: 5, until: 9 })).toEqual([5]);
  });

  it('rejects when there is no file', async () => {
    expect(existsSync(file)).toBe(false);
    await expect(readActivity(file)).rejects.toThrow('ENOENT');
  });
});
