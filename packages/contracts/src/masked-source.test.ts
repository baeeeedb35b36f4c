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

describe('a tool with a secret in its name', () => {
  it('is called by its own', async () => {
    const called: string[] = [];
    const source = maskedSource(
      {
        kind: 'test',
        owner: 'one',
        list: async () => ({ tools: [{ name: `get-${secret}`, inputSchema: { type: 'object' } }] }),
        call: async ({ name }) => {
          called.push(name);
          return { content: [] };
        },
      },
      mask,
    );
    const [tool] = (await source.list({ signal: AbortSignal.abort() })).tools;
    expect(tool?.name).toBe('get-[redacted]');
    await source.call({ name: 'get-[redacted]' } as ToolSourceCall);
    expect(called).toEqual([`get-${secret}`]);
  });
});

describe('masked content', () => {
  it('is read, watched and completed under the masked names that it was listed by; two that read the same lead nowhere', async () => {
    const asked: unknown[] = [];
    const answer = async (given: unknown) => {
      asked.push(given);
      return { contents: [{ uri: given as string, text: 'x' }] };
    };
    const masked = maskedContent(
      {
        kind: 'test',
        owner: 'one',
        offers: () => ({ resources: true, prompts: true, completions: true }),
        listResources: async () => [{ uri: `db://${secret}/x`, name: 'x' }],
        listPrompts: async () => [{ name: `one ${secret}` }, { name: `two ${secret}` }, { name: 'two Zz9-Lr2-Vm8' }],
        readResource: answer,
        subscribeResource: async (uri) => {
          asked.push(uri);
          return () => undefined;
        },
        getPrompt: answer,
        complete: answer,
      },
      new SecretMask([secret, 'Zz9-Lr2-Vm8']),
    );
    const options = { signal: new AbortController().signal };
    const [resource] = (await masked.listResources?.(options)) ?? [];
    expect(resource).toEqual({ uri: 'db://[redacted]/x', name: 'x' });
    expect((await masked.listPrompts?.(options))?.map(({ name }) => name)).toEqual(['one [redacted]', 'two [redacted]', 'two [redacted]']);
    expect(await masked.readResource?.('db://[redacted]/x', options)).toEqual({ contents: [{ uri: 'db://[redacted]/x', text: 'x' }] });
    await masked.readResource?.('db://%5Bredacted%5D/x', options);
    await masked.subscribeResource?.('db://[redacted]/x', () => undefined, options);
    await masked.getPrompt?.('one [redacted]', {}, options);
    await masked.getPrompt?.('two [redacted]', {}, options);
    await masked.complete?.({ ref: { type: 'ref/resource', uri: 'db://[redacted]/x' }, argument: { name: 'a', value: 'b' } }, options);
    const own = `db://${secret}/x`;
    const completion = { ref: { type: 'ref/resource', uri: own }, argument: { name: 'a', value: 'b' } };
    expect(asked).toEqual([own, own, own, `one ${secret}`, 'two [redacted]', completion]);
  });

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
