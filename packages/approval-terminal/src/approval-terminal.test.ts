import { isApprovalDecision, type ApprovalDecision, type ApprovalRequest } from '@toolrack/contracts';
import { createTestHost, fixtureRun, fixtureTool, type TestHost } from '@toolrack/testkit';
import { readFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import defaultExport, { approvalTerminal, type ApprovalTerminalOptions } from './index.js';

/** A terminal over real streams: what is typed goes in, what is shown can be awaited. */
class FakeTerminal {
  readonly input = Object.assign(new PassThrough(), { isTTY: true });
  readonly output = Object.assign(new PassThrough(), { isTTY: true, columns: 80 });
  shown = '';
  constructor() {
    this.output.on('data', (chunk: Buffer) => (this.shown += chunk.toString()));
  }
  /** Resolves when the prompt has been shown this many times. */
  async prompts(count: number): Promise<void> {
    const latest = Date.now() + 4000;
    while (this.shown.split('default: deny] ').length - 1 < count) {
      if (Date.now() > latest) throw new Error(`No prompt ${count} in ${this.shown}`);
      await new Promise((next) => setTimeout(next, 5));
    }
  }
  host(options: ApprovalTerminalOptions = {}): Promise<TestHost> {
    return createTestHost(approvalTerminal({ input: this.input, output: this.output, ...options }));
  }
}

function request(extra: Partial<ApprovalRequest> = {}): ApprovalRequest {
  return {
    run: fixtureRun(),
    callId: 'c1',
    parentCallId: 'm1',
    tool: fixtureTool('mcp:github:merge_pull_request'),
    arguments: { number: 7 },
    signal: new AbortController().signal,
    approvalId: 'a1',
    reasons: ['merges cannot be undone'],
    argumentsDigest: 'ab'.repeat(32),
    deadline: Date.now() + 20_000,
    ...extra,
  };
}

async function ask(host: TestHost, given: ApprovalRequest = request()): Promise<ApprovalDecision | undefined> {
  return host.taps('approve')[0]?.tap(given);
}

describe('approvalTerminal', () => {
  it('is the default export, under its package name and version', async () => {
    await using host = await createTestHost(approvalTerminal());
    const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
    expect(host.plugin).toMatchObject({ name: manifest.name, version: manifest.version });
    expect(defaultExport).toBe(approvalTerminal);
  });

  it('shows the real tool, its source, the reasons and the arguments, and allows on yes [issue7:2]', async () => {
    const terminal = new FakeTerminal();
    await using host = await terminal.host();
    const answer = ask(host);
    await terminal.prompts(1);
    for (const part of ['mcp:github:merge_pull_request', 'mcp:github, untrusted', 'merges cannot be undone', '"number": 7']) {
      expect(terminal.shown).toContain(part);
    }
    terminal.input.write('y\n');
    const decision = await answer;
    expect(isApprovalDecision(decision)).toBe(true);
    expect(decision).toMatchObject({ decision: 'allow', by: 'terminal' });
    expect(decision).not.toHaveProperty('arguments');
    expect(terminal.input.isPaused()).toBe(true);
  });

  it.each(['yes', 'allow', ' Y ', 'y\r'])('allows on %j', async (text) => {
    const terminal = new FakeTerminal();
    await using host = await terminal.host();
    const answer = ask(host);
    await terminal.prompts(1);
    terminal.input.write(`${text}\n`);
    expect((await answer)?.decision).toBe('allow');
  });

  it.each(['', 'n', 'NO', 'deny'])('denies on %j', async (text) => {
    const terminal = new FakeTerminal();
    await using host = await terminal.host();
    const answer = ask(host);
    await terminal.prompts(1);
    terminal.input.write(`${text}\n`);
    expect(await answer).toMatchObject({ decision: 'deny', by: 'terminal', reason: 'denied by the person at the terminal' });
  });

  it('asks again when it does not understand, three times at most, and then denies', async () => {
    const terminal = new FakeTerminal();
    await using host = await terminal.host();
    const answer = ask(host);
    for (const [index, text] of ['yy', 'ok', 'sure'].entries()) {
      await terminal.prompts(index + 1);
      terminal.input.write(`${text}\n`);
    }
    expect((await answer)?.decision).toBe('deny');
    expect(terminal.shown.match(/Please type y or n/g)).toHaveLength(2);
  });

  it('denies at the end of the input, and from then on', async () => {
    const terminal = new FakeTerminal();
    await using host = await terminal.host();
    const answer = ask(host);
    await terminal.prompts(1);
    terminal.input.end();
    expect(await answer).toMatchObject({ decision: 'deny', reason: 'the input ended' });
    expect(await ask(host)).toMatchObject({ decision: 'deny', reason: 'the input ended' });
  });

  it('leaves the decision to another channel without a terminal', async () => {
    for (const side of ['input', 'output'] as const) {
      const terminal = new FakeTerminal();
      terminal[side].isTTY = false;
      await using host = await terminal.host();
      expect(await ask(host)).toBeUndefined();
      expect(terminal.shown).toBe('');
    }
  });

  it('ignores what was typed before the question was shown', async () => {
    const terminal = new FakeTerminal();
    terminal.input.write('y\ny\n');
    await using host = await terminal.host();
    const first = ask(host);
    const second = ask(host, request({ approvalId: 'a2' }));
    await terminal.prompts(1);
    terminal.input.write('y\ny\ny\n');
    expect((await first)?.decision).toBe('allow');
    await terminal.prompts(2);
    terminal.input.write('n\n');
    expect((await second)?.decision).toBe('deny');
  });

  it('reads a line that arrives in pieces', async () => {
    const terminal = new FakeTerminal();
    await using host = await terminal.host();
    const answer = ask(host);
    await terminal.prompts(1);
    terminal.input.write('ye');
    terminal.input.write('s\n');
    expect((await answer)?.decision).toBe('allow');
  });

  it('asks one question at a time, in order, also for two runtimes on one terminal', async () => {
    const terminal = new FakeTerminal();
    await using one = await terminal.host();
    await using other = await terminal.host();
    const answers = [
      ask(one, request({ reasons: ['first'] })),
      ask(other, request({ reasons: ['second'] })),
      ask(one, request({ reasons: ['third'] })),
    ];
    for (const [index, text] of ['y', 'n', 'y'].entries()) {
      await terminal.prompts(index + 1);
      expect(terminal.shown.includes(['second', 'third'][index] ?? '(nothing)')).toBe(false);
      terminal.input.write(`${text}\n`);
      await answers[index];
    }
    expect((await Promise.all(answers)).map((decision) => decision?.decision)).toEqual(['allow', 'deny', 'allow']);
  });

  it('denies when the deadline passes, while asking and while waiting for its turn', async () => {
    const terminal = new FakeTerminal();
    await using host = await terminal.host();
    const deadline = Date.now() + 200;
    const answers = [ask(host, request({ deadline })), ask(host, request({ deadline, reasons: ['never shown'] }))];
    for (const answer of answers) expect(await answer).toMatchObject({ decision: 'deny', reason: 'no answer in time' });
    expect(terminal.shown).not.toContain('never shown');
    expect(await ask(host, request({ deadline: Date.now() - 1 }))).toMatchObject({ decision: 'deny' });
    const next = ask(host);
    await terminal.prompts(2);
    terminal.input.write('y\n');
    expect((await next)?.decision).toBe('allow');
  });

  it('denies after its own limit, without waiting for the deadline', async () => {
    const terminal = new FakeTerminal();
    await using host = await terminal.host({ timeoutMs: 100 });
    expect(await ask(host)).toMatchObject({ decision: 'deny', reason: 'no answer in time' });
  });

  it('withdraws the question of a cancelled call and goes on with the next', async () => {
    const terminal = new FakeTerminal();
    await using host = await terminal.host();
    const controller = new AbortController();
    const first = ask(host, request({ signal: controller.signal }));
    const second = ask(host);
    await terminal.prompts(1);
    controller.abort();
    expect(await first).toMatchObject({ decision: 'deny', reason: 'the call was cancelled' });
    await terminal.prompts(2);
    terminal.input.write('y\n');
    expect((await second)?.decision).toBe('allow');
  });

  it('skips a call that was cancelled while it waited for its turn', async () => {
    const terminal = new FakeTerminal();
    await using host = await terminal.host();
    const controller = new AbortController();
    const first = ask(host);
    const second = ask(host, request({ signal: controller.signal, reasons: ['never shown'] }));
    await terminal.prompts(1);
    controller.abort();
    expect(await second).toMatchObject({ decision: 'deny', reason: 'the call was cancelled' });
    terminal.input.write('y\n');
    expect((await first)?.decision).toBe('allow');
    expect(terminal.shown).not.toContain('never shown');
  });

  it('denies what is being asked when the runtime is disposed', async () => {
    const terminal = new FakeTerminal();
    const host = await terminal.host();
    const answer = ask(host);
    await terminal.prompts(1);
    await host.dispose();
    expect(await answer).toMatchObject({ decision: 'deny', reason: 'Toolrack is shutting down' });
  });

  it('leaves no listener behind', async () => {
    const terminal = new FakeTerminal();
    const count = (): number[] => ['data', 'end', 'close', 'error'].map((name) => terminal.input.listenerCount(name));
    const before = count();
    await using host = await terminal.host();
    for (let index = 1; index <= 3; index += 1) {
      const answer = ask(host);
      await terminal.prompts(index);
      terminal.input.write('y\n');
      await answer;
    }
    expect(count()).toEqual(before);
  });
});
