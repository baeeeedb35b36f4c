import { type ToolSource, textContent } from '@toolrack/contracts';
import {
  collectSuite,
  type SuiteRunner,
  fakeSource,
  flakySource,
  hostileBehaviours,
  hostileSource,
  slowSource,
  testToolSource,
  type ToolSourceSuiteOptions,
} from './index.js';

const calls = { success: { tool: 'echo', arguments: { text: 'hello' } } };
const answer: NonNullable<Parameters<typeof fakeSource>[0]>['answer'] = (call) =>
  call.name === 'echo' ? { content: textContent(JSON.stringify(call.arguments)) } : { content: textContent('refused'), isError: true };
const tools = [{ name: 'echo' }, { name: 'refuse', description: 'Always fails.' }];

testToolSource({
  name: 'the fake source',
  create: () => fakeSource({ tools, answer }),
  calls: { ...calls, failure: { tool: 'refuse', arguments: {} } },
  change: (source) => {
    (source as ReturnType<typeof fakeSource>).change([...tools, { name: 'added' }]);
  },
});

testToolSource({
  name: 'the slow source',
  create: () => slowSource({ tools, answer, listMs: 5, callMs: 1200 }),
  calls: { ...calls, slow: { tool: 'echo', arguments: { text: 'slow' } } },
});

const failures = async (create: () => ToolSource, more: Partial<ToolSourceSuiteOptions> = {}): Promise<readonly string[]> => {
  const outcomes = await collectSuite((runner) => testToolSource({ name: 'mutant', create, calls, timeoutMs: 60, runner, ...more }));
  return outcomes.filter(({ passed }) => !passed).map(({ name, error }) => `${name}: ${String(error)}`);
};
const mutant = (change: Partial<ToolSource>): ToolSource => Object.assign(fakeSource({ tools, answer }), change);
const listing = (...names: unknown[]) => mutant({ list: async () => ({ tools: names as never }) });

const silent: SuiteRunner = { describe: (_name, body) => body(), it: () => undefined };

describe('testToolSource', () => {
  it('passes a healthy source without any failure', async () => {
    expect(await failures(() => fakeSource({ tools, answer }))).toEqual([]);
  });
  it.each(hostileBehaviours)('fails a source that is hostile by %s', async (behaviour) => {
    expect(await failures(() => hostileSource(behaviour))).not.toEqual([]);
  });
  it('fails a source whose first list fails', async () => {
    expect(await failures(() => flakySource({ tools, answer }))).not.toEqual([]);
  });
  it.each([
    ['lists a nameless tool', () => listing({ name: '' }), /non-empty name/u],
    ['lists two tools of one name', () => listing({ name: 'echo' }, { name: 'echo' }), /unique/u],
    ['lists unknown keys', () => listing({ name: 'echo', execute: 1 }), /unknown key execute/u],
    ['lists nothing', () => listing(), /at least one tool/u],
    [
      'lists another order every time',
      () => {
        let turn = 0;
        return mutant({ list: async () => ({ tools: turn++ % 2 === 0 ? tools : [...tools].reverse() }) });
      },
      /lists differ/u,
    ],
    ['has an unknown state', () => mutant({ list: async () => ({ tools, state: 'ready' as never }) }), /state ready/u],
    ['has an owner that makes no id', () => Object.assign(fakeSource({ tools, answer }), { owner: 'a:b' }), /owner/u],
    ['answers text instead of blocks', () => mutant({ call: async () => ({ content: 'hello' as never }) }), /content is an array/u],
    ['answers unknown blocks', () => mutant({ call: async () => ({ content: [{ type: 'html' }] as never }) }), /unknown type/u],
    ['answers cancelled calls', () => mutant({ call: async () => ({ content: [] }) }), /ERR_CALL_INTERRUPTED|rejects/u],
    [
      'rejects with plain errors',
      () =>
        mutant({
          call: async () => {
            throw new Error('plain');
          },
        }),
      /ToolrackError/u,
    ],
    [
      'changes the arguments',
      () =>
        mutant({
          call: async (call) => {
            (call.arguments as Record<string, unknown>)['extra'] = 1;
            return { content: [] };
          },
        }),
      /extra/u,
    ],
    ['never ends a list', () => mutant({ list: () => new Promise(() => undefined) }), /did not settle/u],
    [
      'throws at the second disposal',
      () => {
        let turn = 0;
        return mutant({
          dispose: () => {
            turn += 1;
            if (turn > 1) throw new Error('twice');
          },
        });
      },
      /twice/u,
    ],
    ['returns no disposer', () => mutant({ onChange: () => undefined as never }), /disposer|not a function/u],
  ] as [string, () => ToolSource, RegExp][])('fails a source that %s', async (_name, create, message) => {
    expect((await failures(create)).join('\n')).toMatch(message);
  });
  it('fails a source that goes on calling a disposed listener', async () => {
    const create = (): ToolSource => {
      const source = fakeSource({ tools, answer });
      const onChange = source.onChange?.bind(source);
      return Object.assign(source, {
        onChange: (listener: () => void) => {
          onChange?.(listener);
          return () => undefined;
        },
      });
    };
    const change = (source: ToolSource) => {
      (source as ReturnType<typeof fakeSource>).change(tools);
    };
    expect((await failures(create, { change })).join('\n')).toMatch(/disposed listener/u);
  });
  it('fails a source that ignores the signal of a running call', async () => {
    const create = () => mutant({ call: () => new Promise((resolve) => setTimeout(() => resolve({ content: [] }), 200)) });
    const slow = { tool: 'echo', arguments: {} };
    expect((await failures(create, { calls: { ...calls, slow } })).join('\n')).toMatch(/did not settle|rejects/u);
  });
  it.each([
    [{ retries: 1 }, /unknown key "retries"/u],
    [{ calls: {} }, /lacks the key "success"/u],
    [{ calls: { success: { tool: 'echo' } } }, /lacks the key "arguments"/u],
    [{ calls: { ...calls, failure: calls.success } }, /twice/u],
  ])('refuses the options %#', (options, message) => {
    expect(() => {
      testToolSource({
        name: 'x',
        create: () => fakeSource(),
        calls,
        runner: silent,
        ...options,
      } as never);
    }).toThrow(message);
  });
});
