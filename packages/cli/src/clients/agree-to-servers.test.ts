import type { CommandContext } from '../command-context.js';
import type { Ask } from '../terminal/ask.js';
import { agreeToServers } from './agree-to-servers.js';

const servers = ['a', 'b', 'c'].map((name) => ({ name, entry: { command: name, args: ['--x'] } }));

async function agree(answers: (string | undefined)[], all = false) {
  const notes: string[] = [];
  const context = {
    terminal: { note: (line: string) => notes.push(line) },
    signal: new AbortController().signal,
  } as unknown as CommandContext;
  const left = [...answers];
  const ask: Ask = () => Promise.resolve(left.shift());
  const agreed = await agreeToServers(context, servers, { all, ask });
  return { agreed: [...agreed], notes, unasked: left.length };
}

describe('agreeToServers', () => {
  it('shows the exact command of every server, whatever is answered', async () => {
    for (const answers of [['n', 'n', 'n'], [undefined], ['a'], ['y', undefined]]) {
      const { notes } = await agree(answers);
      expect(notes.filter((line) => line.startsWith('  runs'))).toEqual(['  runs   a --x', '  runs   b --x', '  runs   c --x']);
    }
  });

  it.each([
    [
      ['y', 'n', 'YES'],
      ['a', 'c'],
    ],
    [['', 'maybe', 'no'], []],
    [
      ['n', 'a'],
      ['b', 'c'],
    ],
    [['y', undefined], ['a']],
    [[undefined], []],
  ])('takes %j as agreement to %j', async (answers, expected) => {
    expect((await agree(answers)).agreed).toEqual(expected);
  });

  it('asks nothing when the person agreed on the command line', async () => {
    expect(await agree(['n'], true)).toMatchObject({ agreed: ['a', 'b', 'c'], unasked: 1 });
  });
});
