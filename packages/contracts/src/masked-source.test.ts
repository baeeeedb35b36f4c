import { ToolrackError } from './errors.js';
import { maskedContent, maskedError, maskedLogger, maskedSource } from './masked-source.js';
import { SecretMask } from './secret-mask.js';
import type { ContentProvider } from './content-provider.js';
import type { ToolSource, ToolSourceCall } from './source.js';

const secret = 'Xq7-Lr2-Vm9';
const mask = new SecretMask([secret]);
const base64 = Buffer.from(secret).toString('base64');

class Source implements ToolSource {
  readonly kind = 'test';
  readonly owner = 'one';
  #calls = 0;
  async list() {
    return { tools: [{ name: 'a', description: `use ${secret}`, inputSchema: { type: 'object' as const } }] };
  }
  async call({ onProgress }: ToolSourceCall) {
    this.#calls += 1;
    onProgress({ progress: this.#calls, message: secret });
    if (this.#calls > 1)
      throw new ToolrackError('ERR_CALL_FAILED', `no ${secret}`, { fields: { said: base64 }, hint: `Not ${secret}.`, modelText: base64 });
    return { content: [{ type: 'text' as const, text: base64 }], details: { [secret]: secret } };
  }
  state() {
    return { state: 'started' as const, reason: secret };
  }
}

describe('a masked source', () => {
  it('hides secrets in definitions, results, progress, states and errors, and keeps what it is', async () => {
    const source = maskedSource(new Source(), mask);
    const steps: unknown[] = [];
    const call = { onProgress: (step: unknown) => void steps.push(step) } as unknown as ToolSourceCall;
    expect([source.kind, source.owner, source.resolve, source.dispose]).toEqual(['test', 'one', undefined, undefined]);
    expect((await source.list({ signal: AbortSignal.abort() })).tools[0]?.description).toBe('use [redacted]');
    expect(await source.call(call)).toEqual({ content: [{ type: 'text', text: '[redacted]' }], details: { '[redacted]': '[redacted]' } });
    const error: unknown = await source.call(call).catch((reason: unknown) => reason);
    expect(ToolrackError.is(error)).toBe(true);
    const { message, fields, hint } = error as ToolrackError;
    expect([message, fields, hint]).toEqual(['no [redacted]', { said: '[redacted]' }, 'Not [redacted].']);
    expect((error as ToolrackError).toModelText()).toBe('[redacted] Not [redacted].');
    expect(steps).toEqual([
      { progress: 1, message: '[redacted]' },
      { progress: 2, message: '[redacted]' },
    ]);
    expect(source.state?.()).toEqual({ state: 'started', reason: '[redacted]' });
  });
});

describe('masked content', () => {
  it('hides secrets in what is read, and shows members that come and go', async () => {
    const provider = {
      kind: 'test',
      owner: 'one',
      offers: () => ({ resources: true, prompts: false, completions: false }),
    } as ContentProvider;
    const masked = maskedContent(provider, mask);
    expect(masked.readResource).toBeUndefined();
    provider.readResource = async () => ({ contents: [{ uri: 'x:', text: secret }] });
    expect(await masked.readResource?.('x:', { signal: AbortSignal.abort() })).toEqual({ contents: [{ uri: 'x:', text: '[redacted]' }] });
  });
});

describe('a masked error', () => {
  it('is the error itself when there is nothing to hide', () => {
    const errors = [new ToolrackError('ERR_CALL_FAILED', 'no', { hint: 'Try.' }), new Error('no'), 'no', undefined];
    expect(errors.map((error) => maskedError(error, mask))).toEqual(errors);
    expect(maskedError(errors[0], mask)).toBe(errors[0]);
    expect(maskedError(new TypeError(secret), mask)).toMatchObject({ name: 'TypeError', message: '[redacted]' });
  });
});

describe('a masked logger', () => {
  it('hides secrets in lines and fields', () => {
    const lines: unknown[] = [];
    const write = (...line: unknown[]): void => void lines.push(line);
    maskedLogger({ debug: write, info: write, warn: write, error: write }, mask).warn(`bad ${secret}`, { at: base64 });
    expect(lines).toEqual([['bad [redacted]', { at: '[redacted]' }]]);
  });
});
