import { originOf, StrayErrors } from './stray-errors.js';

/** An error whose stack goes through these files. */
function madeIn(...files: readonly string[]): Error {
  const error = new Error('late');
  error.stack = ['Error: late', ...files.map((file, line) => `    at work (${file}:${line + 1}:7)`)].join('\n');
  return error;
}

describe('the origin of an error that nobody waits for', () => {
  it('is the package or the file that made it, with those that called it', () => {
    const stack = madeIn(
      'node:internal/timers',
      '/srv/node_modules/.pnpm/axios@1/node_modules/axios/index.js',
      'file:///srv/node_modules/@ollama/openclaw-web-search/dist/index.js?v=2',
      'file:///srv/app/core%20tools.mjs',
      '/srv/node_modules/@toolrack/kernel/dist/calls/call-executor.js',
    );
    expect(originOf(stack, '/srv/node_modules/@toolrack', '/srv/app')).toEqual({
      places: ['axios', '@ollama/openclaw-web-search', './core tools.mjs'],
      isOwn: false,
    });
    expect(originOf(madeIn('/other/plugin.mjs'), '/srv/packages', '/srv/app').places).toEqual(['/other/plugin.mjs']);
  });

  it('is our own only when our own code made it', () => {
    const isOwn = (...files: string[]) => originOf(madeIn(...files), '/srv/packages', '/srv').isOwn;
    expect(isOwn('/srv/packages/cli/dist/main.js')).toBe(true);
    expect(isOwn('/srv/packages/cli/test/fixtures/tool.mjs', '/srv/packages/kernel/dist/run.js')).toBe(false);
    expect(isOwn('node:net')).toBe(false);
  });

  it('is nothing where there is no stack to read', () => {
    const hostile = {
      get stack(): string {
        throw new Error('no');
      },
    };
    for (const thrown of ['text', undefined, null, hostile, { stack: 5 }]) expect(originOf(thrown)).toEqual({ places: [], isOwn: false });
  });
});

describe('errors that nobody waits for', () => {
  function collect() {
    const lines: string[] = [];
    const ends: unknown[] = [];
    const note = (line: string): void => void lines.push(line);
    const logger = { debug: note, info: note, warn: note, error: note };
    const stray = new StrayErrors(
      () => logger,
      (error) => void ends.push(error),
    );
    return { stray, lines, ends };
  }

  it('are told with their place and without secrets, the same one a few times, and end nothing', () => {
    const { stray, lines, ends } = collect();
    const error = madeIn('/else/plug.mjs');
    error.message = 'lost password=hunter2secret';
    for (let count = 0; count < 50; count += 1) stray.take(error, 'it threw', true);
    expect(lines).toHaveLength(5);
    expect(lines[0]).toMatch(/^it threw in \/else\/plug\.mjs: lost password=.*\. The process goes on\.$/);
    expect(lines[4]).toMatch(/It is not told of again\.$/);
    expect(lines.join()).not.toContain('hunter2secret');
    for (const thrown of ['text', undefined, Object.create(null)]) stray.take(thrown, 'it threw', true);
    expect(lines).toHaveLength(8);
    expect(ends).toEqual([]);
  });

  it('end the process when our own code threw, and do not when a promise of it was rejected', () => {
    const { stray, lines, ends } = collect();
    const own = new Error('ours');
    stray.take(own, 'it was rejected');
    expect([lines.length, ends]).toEqual([1, []]);
    stray.take(own, 'it threw', true);
    expect([lines.length, ends]).toEqual([1, [own]]);
  });
});
