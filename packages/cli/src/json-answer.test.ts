import { ToolrackError } from '@toolrack/contracts';
import { CommanderError } from 'commander';

import { JsonAnswer } from './json-answer.js';
import { reportError } from './report-error.js';
import type { Terminal } from './terminal/terminal.js';
import { UsageError } from './usage-error.js';

function recording() {
  const values: unknown[] = [];
  const terminal: Terminal = {
    print: () => undefined,
    printJson: (value) => void values.push(value),
    note: () => undefined,
    progress: () => undefined,
    width: 80,
  };
  return { values, terminal };
}
const failure = reportError(new UsageError('no such thing'), false);

describe('the JSON that a failed command leaves', () => {
  it('is one document with code, message and hint, in the same form for every kind of error', () => {
    const json = (error: unknown) => reportError(error, false).json;
    expect(json(new ToolrackError('ERR_CONFIG_FILE', 'not there', { hint: 'Correct it.' }))).toEqual({
      error: { code: 'ERR_CONFIG_FILE', message: 'not there', hint: 'Correct it.' },
    });
    expect(json(new UsageError('no such thing'))).toEqual({ error: { code: 'ERR_USAGE', message: 'no such thing' } });
    expect(json(new CommanderError(1, 'commander.unknownOption', "error: unknown option '--x'"))).toEqual({
      error: { code: 'ERR_USAGE', message: "unknown option '--x'" },
    });
    expect(json(new Error('oops'))).toMatchObject({ error: { code: 'ERR_FAULT', message: 'oops' } });
  });

  it('is printed where JSON is wanted and nothing was answered yet', () => {
    const { values, terminal } = recording();
    const answer = new JsonAnswer(true);
    expect(answer.watch(terminal).width).toBe(80);
    answer.fail(failure, terminal);
    expect(values).toEqual([{ error: { code: 'ERR_USAGE', message: 'no such thing' } }]);
  });

  it('does not follow an answer, and stays away from people and from protocols', () => {
    const { values, terminal } = recording();
    const answered = new JsonAnswer(true);
    answered.watch(terminal).printJson({ ok: true });
    answered.fail(failure, terminal);
    expect(values).toEqual([{ ok: true }]);
    for (const [isJson, speaksProtocol] of [
      [false, false],
      [true, true],
    ] as const) {
      const answer = new JsonAnswer(true);
      answer.expect(isJson, speaksProtocol);
      answer.fail(failure, terminal);
    }
    expect(values).toHaveLength(1);
  });
});
