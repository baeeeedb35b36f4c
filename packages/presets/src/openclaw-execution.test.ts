import { type CallAnswer, type Run, type RuntimeLimits } from '@toolrack/contracts';
import { createRuntime } from '@toolrack/kernel';
import { openclawSource } from '@toolrack/source-openclaw';

import { openclaw } from './index.js';

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
const codeOf = (answer: CallAnswer) => (answer.details as { error?: { code?: string } }).error?.code;

/** Tools that do not listen to their signal: `seq` and `other` are sequential, `par` is not; each runs for as long as it is told. */
async function withTools(limits: Partial<RuntimeLimits>, test: (run: Run, log: string[]) => Promise<void>): Promise<void> {
  const log: string[] = [];
  const tool = (name: string, executionMode?: string) => ({
    name,
    description: `runs ${name}`,
    ...(executionMode === undefined ? {} : { executionMode }),
    parameters: { type: 'object', properties: { ms: { type: 'number' } } },
    execute: async (_id: string, { ms = 1 }: { ms?: number }) => {
      log.push(`S ${name}`);
      await pause(ms);
      log.push(`E ${name}`);
      return { content: [] };
    },
  });
  const tools = [tool('seq', 'sequential'), tool('other', 'sequential'), tool('par')];
  await using runtime = await createRuntime({
    plugins: openclaw({ add: [openclawSource({ modules: [{ owner: 'core', tools }] })] }),
    limits,
  });
  await test(await runtime.startRun(), log);
}
const start = (run: Run, id: string, ms: number, signal?: AbortSignal): Promise<CallAnswer> =>
  run.call({ name: 'tool_call', arguments: { id, args: { ms } }, ...(signal === undefined ? {} : { signal }) });

describe('a sequential tool that does not stop', () => {
  it.each([
    ['cancelled', 'ERR_CALL_INTERRUPTED', {}],
    ['late', 'ERR_CALL_TIMEOUT', { callTimeoutMs: 40 }],
  ] as const)(
    'keeps others waiting until it has ended when its call is %s, whose caller is answered at once [openclaw:21.3]',
    async (how, code, limits) => {
      await withTools(limits, async (run, log) => {
        const first = start(run, 'seq', 400, how === 'late' ? undefined : AbortSignal.timeout(40));
        expect(codeOf(await first)).toBe(code);
        expect(log).toEqual(['S seq']);
        await Promise.all([start(run, 'par', 1), start(run, 'other', 1)]);
        expect(log).toEqual(['S seq', 'E seq', 'S par', 'E par', 'S other', 'E other']);
      });
    },
  );

  it('keeps them waiting no longer than the limit', async () => {
    await withTools({ settleTimeoutMs: 50 }, async (run, log) => {
      await start(run, 'seq', 600, AbortSignal.timeout(20));
      expect((await start(run, 'other', 1)).isError).toBe(false);
      expect(log).toEqual(['S seq', 'S other', 'E other']);
    });
  });
});

describe('a prompt hook that narrows a run', () => {
  it('takes a queued call with it [openclaw:21.5] [openclaw:26c.2]', async () => {
    await withTools({}, async (run, log) => {
      const running = start(run, 'seq', 60);
      const queued = start(run, 'par', 1);
      await pause(20);
      run.narrow(['openclaw:core:seq']);
      expect((await running).isError).toBe(false);
      expect(codeOf(await queued)).toBe('ERR_TOOL_UNKNOWN');
      expect(log).toEqual(['S seq', 'E seq']);
    });
  });
});
