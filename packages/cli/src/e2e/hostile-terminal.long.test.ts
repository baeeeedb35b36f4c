import { jest } from '@jest/globals';
import { hostileMarks, poison } from '@toolrack/testkit';

import { fixture, Workspace } from '../../test/command.js';

jest.setTimeout(300_000);

/** Everything that a terminal must not be sent; control tokens of chat templates are words to a person. */
const marks = hostileMarks.filter(({ name, leak }) => !name.startsWith('token') && !/^\p{Cs}$/u.test(leak));
// A pipe carries no lone surrogates.
const hostile = (field: string): string => poison(field).replace(/\p{Cs}/gu, '');
const token = `ghp_${'aZ3kQ9mX1bW7tY5cR2nV8pL4sJ6hG0dFxyz9'}`;
const odd = JSON.parse('{"__proto__":{"type":"string","description":"p"},"constructor":{"type":"string"}}') as object;
const schema = { type: 'object' };
const tools = [
  {
    name: 'plain_tool',
    title: hostile('title'),
    description: `${hostile('reads files')} ${token}`,
    inputSchema: {
      type: 'object',
      properties: { ...odd, [hostile('name')]: { type: 'string', description: hostile('text'), enum: [hostile('value')] } },
      required: ['__proto__'],
    },
    annotations: { title: hostile('title') },
  },
  { name: hostile('name').slice(0, 60), description: 'x', inputSchema: schema },
  { name: 'esc\u001B[2Jape', description: 'x\u001B]0;title\u0007', inputSchema: schema },
  { name: '__proto__', description: hostile('proto'), inputSchema: schema },
  { name: 'broken', description: hostile('broken'), inputSchema: { type: hostile('object') } },
];
const commands = [
  ['list'],
  ['inspect'],
  ['doctor'],
  ['search', 'reads files'],
  ['describe', 'mcp:files:plain_tool'],
  ['describe', 'mcp:files:__proto__'],
  ['describe', `mcp:files:${hostile('none').replaceAll('\u0000', '')}`],
  ['directory'],
  ['lock', '--check'],
  ['call', 'mcp:files:esc\u001B[2Jape'],
];

describe.each(['standard', 'openclaw', 'hermes'])('what strangers write, at a terminal (%s)', (preset) => {
  it('moves no cursor and hides nothing, in any command, as text or JSON [issue7:4]', async () => {
    const server = { command: process.execPath, args: [fixture('listing-server.mjs'), 'tools.json'] };
    const workspace = new Workspace({ preset, mcpServers: { files: server } });
    workspace.write('tools.json', tools);
    let seen = '';
    for (const command of commands.flatMap((line) => (line[0] === 'call' ? [line] : [line, [...line, '--json']]))) {
      const { stdout, stderr } = await workspace.run(command);
      const leaks = marks.filter(({ leak }) => (stdout + stderr).includes(leak)).map(({ name }) => name);
      expect([command[0], leaks]).toEqual([command[0], []]);
      expect(stderr).not.toMatch(/^\s+at .*:\d+:\d+\)?$/mu);
      seen += stdout;
    }
    expect(seen).toContain('\\u{200B}');
    expect(seen).toContain('__proto__');
    expect(seen.includes(token)).toBe(preset !== 'standard');
    workspace.dispose();
  });
});
