import { withConsent } from '@toolrack/client-config';

import { holdServers } from './held-servers.js';

const imported = (entry: object, approve = true) => {
  const marked = { ...entry, 'x-imported': { from: 'zed' } };
  return approve ? { ...marked, 'x-imported': withConsent(marked) } : marked;
};

describe('holdServers', () => {
  it('leaves servers alone that were written by hand', () => {
    const value = { mcpServers: { a: { command: 'x', env: { K: '${UNSET}' } } }, preset: 'standard' };
    expect(holdServers(value, {})).toEqual({ value, held: [] });
    expect(holdServers({ mcpServers: null }, {})).toEqual({ value: { mcpServers: null }, held: [] });
  });

  it('takes the mark off what may run', () => {
    expect(holdServers({ mcpServers: { a: imported({ command: 'x' }) } }, {})).toEqual({
      value: { mcpServers: { a: { command: 'x' } } },
      held: [],
    });
  });

  it('holds what nobody has agreed to, what has changed since, and what lacks a variable', () => {
    const { value, held } = holdServers(
      {
        mcpServers: {
          new: imported({ command: 'x', label: 'New' }, false),
          'odd name': { ...imported({ command: 'x' }), command: 'y' },
          unset: imported({ command: 'x', env: { A: '${A}', B: '${B:-b}', C: '$${C}', D: '${D}' } }),
          off: imported({ command: 'x', env: { A: '${A}' }, disabled: true }, false),
        },
      },
      { D: '' },
    );
    expect(value).toEqual({ mcpServers: {} });
    expect(held).toEqual([
      { name: 'new', label: 'New', reason: expect.stringContaining('agree with: toolrack approve-server new') },
      {
        name: 'odd name',
        reason: expect.stringContaining('has changed since somebody agreed; look at it and agree with: toolrack approve-server "odd name"'),
      },
      { name: 'unset', reason: 'it needs the environment variable A, which is not set' },
    ]);
  });
});
