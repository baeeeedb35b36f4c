import {
  type CallAnswer,
  directTools,
  type JsonObject,
  type Surface,
  type SurfaceSession,
  type SurfaceView,
  textContent,
  ToolrackError,
} from '@toolrack/contracts';
import { collectSuite, testSurface, type SuiteRunner, type SurfaceControls } from './index.js';

const schema = { type: 'object', properties: { id: { type: 'string' }, args: { type: 'object' } } } as const;
const unknownTool = (): ToolrackError => new ToolrackError('ERR_TOOL_UNKNOWN', 'No such tool.');
const textOf = (value: unknown, isError = false): CallAnswer => ({ content: textContent(JSON.stringify(value)), isError });

async function carryOut(name: string, given: unknown, session: SurfaceSession): Promise<CallAnswer> {
  const { id, args, query } = (typeof given === 'object' && given !== null ? given : {}) as Record<string, unknown>;
  if (name === 'find') {
    if (typeof query !== 'string') throw new ToolrackError('ERR_TOOL_INPUT', 'query must be text.');
    const { hits } = await session.search({ text: query, limit: 5 });
    return textOf(hits.map(({ tool }) => tool.id));
  }
  if (typeof id !== 'string') throw new ToolrackError('ERR_TOOL_INPUT', 'id must be text.');
  if (name === 'show') {
    const tool = session.describe(id);
    if (tool === undefined) throw unknownTool();
    return textOf(tool.trust === 'trusted' ? tool : { id: tool.id });
  }
  const result = await session.call(id, args ?? {});
  return { content: result.content, isError: result.isError === true };
}

class PlainSurface implements Surface {
  readonly name: string = 'plain';
  controlNames(): readonly string[] {
    return ['find', 'show', 'use'];
  }
  tools(view: SurfaceView): ReturnType<Surface['tools']> {
    return [...directTools(view), ...this.controlNames().map((name) => ({ name, description: name, inputSchema: schema }))];
  }
  prompt(view: SurfaceView): string {
    return view.directory({ complete: 'All.', partial: 'Search.' }).text;
  }
  call(name: string, given: unknown, session: SurfaceSession): Promise<CallAnswer> {
    return carryOut(name, given, session).catch((error: unknown) => {
      throw ToolrackError.is(error) && error.code === 'ERR_TOOL_UNKNOWN' ? unknownTool() : error;
    });
  }
}
const mutant =
  (change: (surface: PlainSurface) => void): (() => Surface) =>
  () => {
    const surface = new PlainSurface();
    change(surface);
    return surface;
  };
const calling = (call: (next: PlainSurface['call'], ...given: Parameters<PlainSurface['call']>) => Promise<CallAnswer>) =>
  mutant((surface) => {
    const next = surface.call.bind(surface);
    surface.call = (...given) => call(next, ...given);
  });
const controls: SurfaceControls = {
  search: (query) => ({ name: 'find', arguments: { query } }),
  describe: (id) => ({ name: 'show', arguments: { id } }),
  call: (id, args: JsonObject) => ({ name: 'use', arguments: { id, args } }),
};

testSurface({ name: 'the plain surface', create: () => new PlainSurface(), controls });

describe('testSurface', () => {
  let turn = 0;
  it.each<[string, () => Surface, RegExp]>([
    [
      'has invalid control names',
      mutant((surface) => {
        surface.controlNames = () => ['find', 'show', 'use', 'a b'];
      }),
      /64 characters/u,
    ],
    [
      'has too long names',
      mutant((surface) => {
        surface.controlNames = () => ['find', 'show', 'use', 'x'.repeat(65)];
      }),
      /64 characters/u,
    ],
    [
      'shows a name twice',
      mutant((surface) => {
        const tools = surface.tools.bind(surface);
        surface.tools = (view) => [...tools(view), ...tools(view)];
      }),
      /unique/u,
    ],
    [
      'shows names that it does not reserve',
      mutant((surface) => {
        surface.controlNames = () => ['find', 'show'];
        surface.tools = (view) => [
          ...directTools(view),
          ...['find', 'show', 'use'].map((name) => ({ name, description: '', inputSchema: schema })),
        ];
      }),
      /not reserved/u,
    ],
    [
      'shows a schema that is no object',
      mutant((surface) => {
        surface.tools = (view) => [
          ...directTools(view),
          ...surface.controlNames().map((name) => ({ name, description: '', inputSchema: true })),
        ];
      }),
      /schema of find/u,
    ],
    [
      'hides direct tools',
      mutant((surface) => {
        surface.tools = () => surface.controlNames().map((name) => ({ name, description: '', inputSchema: schema }));
      }),
      /deep|strictly/u,
    ],
    [
      'has a prompt that varies',
      mutant((surface) => {
        surface.prompt = () => String(turn++);
      }),
      /'\d+' !== '\d+'|strict/u,
    ],
    [
      'reads untrusted schemas for the prompt',
      mutant((surface) => {
        surface.prompt = (view) => view.entries.map(({ tool }) => Object.keys(tool.inputSchema as object)).join('');
      }),
      /schema of an untrusted tool/u,
    ],
    [
      'throws plain errors for odd arguments',
      calling(async (next, name, given, session) => {
        void (given as { id?: unknown }).id;
        return next(name, given, session);
      }),
      /no ToolrackError/u,
    ],
    [
      'answers without isError',
      calling(async (next, ...given) => ({ ...(await next(...given)), isError: undefined as never })),
      /isError is a boolean/u,
    ],
    ['answers no blocks', calling(async (next, ...given) => ({ ...(await next(...given)), content: 'text' as never })), /is an array/u],
    [
      'sends a call twice',
      calling(async (next, ...given) => {
        if (given[0] === 'use') await next(...given);
        return next(...given);
      }),
      /1/u,
    ],
    [
      'changes the arguments of a call',
      calling((next, name, given, session) => next(name, name === 'use' ? { ...(given as object), args: {} } : given, session)),
      /deep|strictly/u,
    ],
    ['hides the failure of a tool', calling(async (next, ...given) => ({ ...(await next(...given)), isError: false })), /strictly|true/u],
    ['swallows errors of a call', calling((next, ...given) => next(...given).catch(() => textOf('fine'))), /strictly|true/u],
    [
      'shows operator text',
      calling((next, ...given) => next(...given).catch((error: unknown) => textOf((error as Error).message, true))),
      /secret|operator text/u,
    ],
    [
      'tells denied tools from unknown ones',
      calling((next, name, given, session) => {
        const id = (given as { id?: string } | null)?.id;
        if (id !== undefined && session.find(id) !== undefined && session.describe(id) === undefined)
          throw new ToolrackError('ERR_CALL_DENIED', 'You may not do that.');
        return next(name, given, session);
      }),
      /does not exist/u,
    ],
    [
      'fails an empty search',
      calling(async (next, ...given) => {
        const answer = await next(...given);
        return { ...answer, isError: given[0] === 'find' && JSON.stringify(answer.content).includes('[]') };
      }),
      /strictly|false/u,
    ],
  ])('fails a surface that %s', async (_name, create, message) => {
    const outcomes = await collectSuite((runner) => {
      testSurface({ name: 'mutant', create, controls, runner });
    });
    expect(outcomes.map(({ error }) => `${String(error)} ${String((error as Error | undefined)?.cause)}`).join('\n')).toMatch(message);
  });
  it.each([
    [{ dialect: 'x' }, /unknown key "dialect"/u],
    [{ controls: {} }, /lacks the key "call"/u],
    [{ controls: { ...controls, list: () => undefined } }, /unknown key "list"/u],
    [{ controls: { ...controls, search: 'find' } }, /must be a function/u],
  ])('refuses the options %#', (options, message) => {
    const runner: SuiteRunner = { describe: (_name, body) => body(), it: () => undefined };
    expect(() => testSurface({ name: 'x', create: () => new PlainSurface(), controls, runner, ...options } as never)).toThrow(message);
  });
});
