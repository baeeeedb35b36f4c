import { ToolrackError, type ToolDescriptor } from '@toolrack/contracts';

import { interrupted, interruption } from './index.js';

const tool = { id: 'mcp:a:work' } as ToolDescriptor;
const aborted = (reason?: unknown) => AbortSignal.abort(reason);
const never = new Promise<never>(() => undefined);
const ended = new ToolrackError('ERR_CALL_INTERRUPTED', 'The run has ended.');

describe('the error of a call that was given up', () => {
  it('says why, and whether the tool may have run [issue5:3]', () => {
    const text = (reason: unknown, isSent: boolean) => interrupted(tool, aborted(reason), isSent).toModelText();
    expect(text(ended, true)).toBe(
      'The run has ended. The call of mcp:a:work was cancelled after it had been sent. It may have run: check before calling again.',
    );
    expect(text(ended, false)).toBe('The run has ended. The call of mcp:a:work was cancelled before it was sent. It has not run.');
    expect(text(undefined, true)).toMatch(/^The call of mcp:a:work was cancelled after it had been sent\. It may have run/);
    expect(interrupted(tool, aborted(ended)).fields).toEqual({ sent: false });
  });

  it('is a time limit where one ended the call', async () => {
    const late = new ToolrackError('ERR_CALL_TIMEOUT', 'The call took longer than 5 ms.', { hint: 'It may have run.' });
    expect(interrupted(tool, aborted(late), true)).toBe(late);
    expect(await interruption(late, { tool, signal: aborted(late) }, never, true)).toBe(late);
  });

  it.each([
    [
      'was told by its source not to have been sent',
      () => Promise.reject(new ToolrackError('ERR_CALL_INTERRUPTED', 'x', { fields: { sent: false } })),
      true,
      false,
    ],
    [
      'was told to have been sent',
      () => Promise.reject(new ToolrackError('ERR_CALL_INTERRUPTED', 'x', { fields: { sent: true } })),
      true,
      true,
    ],
    ['goes on without a word', () => new Promise<never>(() => undefined), true, true],
    ['has answered too late', () => Promise.resolve({}), true, true],
    ['still waited for its turn', () => new Promise<never>(() => undefined), false, false],
  ])('of one that %s', async (_title, work: () => Promise<unknown>, isPassedOn, isSent) => {
    const error = await interruption(ended, { tool, signal: aborted(ended) }, work(), isPassedOn);
    expect(error).toMatchObject({ code: 'ERR_CALL_INTERRUPTED', fields: { sent: isSent } });
  });

  it('is any other error that came first', async () => {
    const gone = new ToolrackError('ERR_TOOL_UNAVAILABLE', 'The server went away.');
    expect(await interruption(gone, { tool, signal: aborted(ended) }, never, true)).toBe(gone);
    const failed = new ToolrackError('ERR_CALL_FAILED', 'no');
    expect(await interruption(failed, { tool, signal: new AbortController().signal }, never, true)).toBe(failed);
  });
});
