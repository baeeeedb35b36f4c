import {
  approval,
  deny,
  hookNames,
  ToolrackError,
  type HookName,
  type JsonObject,
  type Run,
  type ToolrackEvent,
} from '@toolrack/contracts';
import { boot, tapping, testSource, type TestSource } from '../../test/support.js';

const faults = {
  throw: () => {
    throw new Error('broken tap');
  },
  reject: () => Promise.reject(new Error('broken tap')),
  undefined: () => undefined,
  null: () => null,
  'wrong type': () => 42,
  hang: () => new Promise(() => undefined),
} as const;
type Fault = keyof typeof faults;
const faultNames = Object.keys(faults) as Fault[];

/** What became of a runtime whose one tap is faulty. */
interface Outcome {
  readonly source: TestSource;
  readonly events: readonly ToolrackEvent[];
  /** `started`, or the code of the error. */
  readonly start: string;
  readonly run?: Run;
}

async function withFault(hook: HookName, fault: Fault): Promise<Outcome & { dispose(): Promise<void> }> {
  const source = testSource([
    { name: 'alpha', description: 'first' },
    { name: 'beta', description: 'second' },
  ]);
  const needApproval =
    hook === 'approve' ? [tapping('approvalNeeded', (_call, dossier) => dossier.require('always'), undefined, 'asker')] : [];
  const { runtime, events } = await boot([source], [tapping(hook, faults[fault] as never), ...needApproval], {
    limits: { hookTimeoutMs: 40, approvalTimeoutMs: 60, callTimeoutMs: 80 },
  });
  const dispose = (): Promise<void> => runtime.dispose();
  try {
    const run = await runtime.startRun({});
    return { source, events, start: 'started', run, dispose };
  } catch (error) {
    return { source, events, start: ToolrackError.is(error) ? error.code : String(error), dispose };
  }
}

const ids = (run: Run | undefined): string[] => (run?.entries ?? []).map((entry) => entry.tool.name);
const found = async (run: Run | undefined): Promise<string[]> =>
  ((await run?.search({ text: 'alpha', limit: 5 }))?.hits ?? []).map((hit) => hit.tool.name);
const called = async (run: Run | undefined): Promise<string> => {
  const answer = await run?.call({ name: 'tool_call', arguments: { id: 'test:main:alpha', args: { a: 1 } } });
  return answer?.isError === true ? (answer.details as { error: { code: string } }).error.code : 'ok';
};

/** For each hook: which of the six are no fault at all, and what a user sees otherwise. */
const harmless: Readonly<Record<HookName, readonly Fault[]>> = {
  runStart: ['undefined', 'null', 'wrong type'],
  discover: ['undefined', 'null', 'wrong type'],
  descriptor: [],
  policy: ['undefined'],
  visibility: ['undefined'],
  directory: [],
  query: [],
  rank: ['undefined'],
  rerank: [],
  args: [],
  authorize: ['undefined'],
  approvalNeeded: ['undefined', 'null', 'wrong type'],
  approve: ['undefined'],
  execute: ['undefined'],
  result: [],
  runEnd: ['undefined', 'null', 'wrong type'],
};

describe.each([...hookNames])('a faulty tap of hook %s', (hook) => {
  it.each(faultNames)('is contained and attributed when it answers with: %s [openclaw:23.3] [openclaw:26c.4]', async (fault) => {
    const outcome = await withFault(hook, fault);
    const { run, source } = outcome;
    const isHarmless = harmless[hook].includes(fault);
    if (hook === 'runStart' && !isHarmless) {
      expect(outcome.start).toBe('ERR_RUN_ABORTED');
    } else {
      expect(outcome.start).toBe('started');
      const dropsTools = !isHarmless && (hook === 'descriptor' || hook === 'policy');
      expect(ids(run)).toEqual(dropsTools ? [] : ['alpha', 'beta']);
      expect(run?.prompt).toBe(dropsTools ? '' : 'alpha,beta');
      expect(await found(run)).toEqual(dropsTools ? [] : ['alpha']);
      const expected = expectedCall(hook, fault, isHarmless);
      expect(await called(run)).toBe(expected);
      const isExecuted = expected === 'ok' || expected === 'ERR_RESULT_WITHHELD';
      expect(source.calls).toHaveLength(isExecuted ? 1 : 0);
    }
    await outcome.dispose();
    const reported = outcome.events.filter((event) => event.name === 'hook:faulted');
    const isTimeout = fault === 'hang' && (hook === 'approve' || hook === 'execute');
    if (isHarmless || isTimeout) expect(reported).toEqual([]);
    else {
      expect(reported.length).toBeGreaterThan(0);
      for (const event of reported) expect(event).toMatchObject({ plugin: 'tapper', hook });
    }
  });
});

function expectedCall(hook: HookName, fault: Fault, isHarmless: boolean): string {
  if (hook === 'approve') return 'ERR_CALL_APPROVAL';
  if (isHarmless) return 'ok';
  switch (hook) {
    case 'descriptor':
    case 'policy':
      return 'ERR_TOOL_UNKNOWN';
    case 'args':
      return 'ERR_HOOK_FAULT';
    case 'authorize':
      return 'ERR_CALL_DENIED';
    case 'approvalNeeded':
      return 'ERR_CALL_APPROVAL';
    case 'execute':
      return fault === 'hang' ? 'ERR_CALL_TIMEOUT' : 'ERR_HOOK_FAULT';
    default:
      return 'ok';
  }
}

describe('guards', () => {
  it('withholds the result when a tap at the redaction stage fails', async () => {
    const source = testSource([{ name: 'alpha' }]);
    const { runtime } = await boot([source], [tapping('result', faults.throw, 1000)]);
    const run = await runtime.startRun();
    expect(await called(run)).toBe('ERR_RESULT_WITHHELD');
    expect(source.calls).toHaveLength(1);
    await runtime.dispose();
  });

  it.each([
    ['id', { id: 'test:main:other' }],
    ['source', { source: { kind: 'test', owner: 'other' } }],
    ['trust', { trust: 'untrusted' }],
  ])('drops a tool whose %s a descriptor tap changed', async (_what, change) => {
    const { runtime, events } = await boot(
      [testSource([{ name: 'alpha' }])],
      [tapping('descriptor', (tool) => ({ ...tool, ...change }) as never)],
    );
    const run = await runtime.startRun();
    expect(run.entries).toEqual([]);
    expect(events).toContainEqual(expect.objectContaining({ name: 'tool:dropped', plugin: 'tapper', tool: 'alpha' }));
    await runtime.dispose();
  });

  it('lets no directory, rank or rerank tap add what the run does not have', async () => {
    const { runtime } = await boot(
      [testSource([{ name: 'alpha' }])],
      [
        tapping('directory', (entries) => [...entries, { ...entries[0]!, id: 'test:main:ghost', name: 'ghost' }], undefined, 'directory'),
        tapping(
          'rank',
          () => ({
            hits: [
              { id: 'test:main:ghost', score: 9 },
              { id: 'test:main:alpha', score: 1 },
            ],
          }),
          undefined,
          'rank',
        ),
        tapping('rerank', (hits) => [{ id: 'test:main:phantom', score: 10 }, ...hits], undefined, 'rerank'),
      ],
    );
    const run = await runtime.startRun();
    expect(run.prompt).toBe('alpha');
    expect((await run.search({ text: 'x', limit: 5 })).hits.map((hit) => hit.tool.id)).toEqual(['test:main:alpha']);
    await runtime.dispose();
  });

  it('lets no tap overrule the denial of another, whatever the order', async () => {
    for (const stage of [-100, 100]) {
      const { runtime } = await boot(
        [testSource([{ name: 'alpha' }])],
        [tapping('policy', () => deny('no'), stage), tapping('policy', () => true as never, 0, 'allower')],
      );
      expect((await runtime.startRun()).entries).toEqual([]);
      await runtime.dispose();
    }
  });

  it('runs taps by stage, then in the order of plugins', async () => {
    const seen: string[] = [];
    const note =
      (label: string) =>
      (args: JsonObject): JsonObject => {
        seen.push(label);
        return args;
      };
    const { runtime } = await boot(
      [testSource([{ name: 'alpha' }])],
      [
        tapping('args', note('late'), 100, 'a'),
        tapping('args', note('first'), 0, 'b'),
        tapping('args', note('second'), 0, 'c'),
        tapping('args', note('early'), -100, 'd'),
      ],
    );
    await called(await runtime.startRun());
    expect(seen).toEqual(['early', 'first', 'second', 'late']);
    await runtime.dispose();
  });

  it('accepts an approval only when it is made by approval()', async () => {
    const asker = tapping('approvalNeeded', (_call, dossier) => dossier.require('always'), undefined, 'asker');
    const forged = await boot([testSource([{ name: 'alpha' }])], [asker, tapping('approve', () => ({ decision: 'allow' }) as never)]);
    expect(await called(await forged.runtime.startRun())).toBe('ERR_CALL_APPROVAL');
    const made = await boot([testSource([{ name: 'alpha' }])], [asker, tapping('approve', () => approval('allow'))]);
    expect(await called(await made.runtime.startRun())).toBe('ok');
    await Promise.all([forged.runtime.dispose(), made.runtime.dispose()]);
  });
});
