import fc from 'fast-check';
import { prefersLocalLimits } from './local-model.js';
import { resolveToolSearch } from './resolve-tool-search.js';

const row = (value: unknown): unknown[] => {
  const { enabled, mode, searchDefaultLimit, maxSearchLimit } = resolveToolSearch(value);
  return [enabled, mode, searchDefaultLimit, maxSearchLimit];
};
const ollama = { provider: 'ollama', id: 'llama3' };

describe('resolveToolSearch', () => {
  it('turns every form of the block on or off [openclaw:3.2] [openclaw:case-167] [openclaw:case-169]', () => {
    expect(row(undefined)).toEqual([true, 'tools', 8, 20]);
    expect(row(true)).toEqual([true, 'tools', 8, 20]);
    expect(row(false)[0]).toBe(false);
    expect(row({})[0]).toBe(false);
    expect(row({ mode: 'tools' })).toEqual([true, 'tools', 8, 20]);
    expect(row({ mode: 'directory' })).toEqual([true, 'directory', 8, 20]);
    expect(row({ mode: 'code' })).toEqual([true, 'tools', 8, 20]);
    expect(row({ mode: 'x' })).toEqual([true, 'tools', 8, 20]);
    expect(row({ enabled: true })).toEqual([true, 'tools', 8, 20]);
    expect(row({ enabled: false, mode: 'tools' })[0]).toBe(false);
    expect(row({ enabled: 'yes' })[0]).toBe(false);
    expect(row({ enabled: 'yes', maxSearchLimit: 3 })[0]).toBe(true);
    for (const junk of ['x', null, 7, [], ['tools']]) expect(row(junk)[0]).toBe(false);
  });

  it('clamps limits and ignores what is no positive integer [openclaw:3.2]', () => {
    expect(row({ maxSearchLimit: 3 })).toEqual([true, 'tools', 3, 3]);
    expect(row({ searchDefaultLimit: 99 })).toEqual([true, 'tools', 20, 20]);
    expect(row({ maxSearchLimit: 999 })).toEqual([true, 'tools', 8, 50]);
    for (const value of [0, -4, 2.5, '7', Number.NaN]) {
      expect(row({ maxSearchLimit: value, searchDefaultLimit: value })).toEqual([true, 'tools', 8, 20]);
    }
  });

  it('uses the limits of local models only while unset [openclaw:3.3] [openclaw:3.4] [openclaw:case-170]', () => {
    expect(resolveToolSearch(undefined, { model: ollama })).toMatchObject({ searchDefaultLimit: 5, maxSearchLimit: 10 });
    expect(resolveToolSearch(undefined, { lean: true })).toMatchObject({ searchDefaultLimit: 5, maxSearchLimit: 10 });
    expect(resolveToolSearch(undefined, { lean: false })).toMatchObject({ enabled: true, searchDefaultLimit: 8 });
    expect(resolveToolSearch(true, { model: ollama, lean: true })).toMatchObject({ searchDefaultLimit: 8 });
    expect(resolveToolSearch(false, { model: ollama, lean: true }).enabled).toBe(false);
    expect(resolveToolSearch({ mode: 'directory' }, { model: ollama })).toMatchObject({ maxSearchLimit: 20 });
  });

  it('is always within bounds and leaves its input alone [openclaw:3.5]', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const before = JSON.stringify(value);
        const { searchDefaultLimit, maxSearchLimit } = resolveToolSearch(value);
        expect(1 <= searchDefaultLimit && searchDefaultLimit <= maxSearchLimit && maxSearchLimit <= 50).toBe(true);
        expect(JSON.stringify(value)).toBe(before);
      }),
    );
  });
});

describe('prefersLocalLimits', () => {
  it('is true for Ollama unless the route is known to be hosted [openclaw:3.3]', () => {
    expect(prefersLocalLimits(ollama)).toBe(true);
    expect(prefersLocalLimits({ provider: 'ollama-cloud', id: 'x' })).toBe(false);
    expect(prefersLocalLimits({ provider: 'ollama', id: 'gpt-oss:120b-cloud' })).toBe(false);
    expect(prefersLocalLimits({ provider: 'ollama', id: 'glm:cloud' })).toBe(false);
    expect(prefersLocalLimits({ provider: 'ollama', id: 'a:cloud:cloud' })).toBe(true);
    expect(prefersLocalLimits({ provider: 'ollama', id: 'my-cloud' })).toBe(true);
    expect(prefersLocalLimits({ ...ollama, baseUrl: 'https://ollama.com/v1' })).toBe(false);
    expect(prefersLocalLimits({ ...ollama, baseUrl: 'http://ollama.com' })).toBe(true);
    expect(prefersLocalLimits({ ...ollama, baseUrl: 'https://ollama.com.evil.example' })).toBe(true);
    expect(prefersLocalLimits({ ...ollama, baseUrl: 'no address' })).toBe(true);
  });

  it('is true for LM Studio [openclaw:3.3]', () => {
    expect(prefersLocalLimits({ provider: 'lmstudio', id: 'x', baseUrl: 'https://far.example' })).toBe(true);
  });

  it('is true for a managed service that the route leads to, and guesses nothing [openclaw:3.3]', () => {
    const services = [{ provider: 'vllm', baseUrl: 'http://127.0.0.1:8000/v1/' }];
    const model = { provider: 'vllm', id: 'llama', baseUrl: 'http://127.0.0.1:8000/v1' };
    expect(prefersLocalLimits(model, services)).toBe(true);
    expect(prefersLocalLimits({ ...model, baseUrl: 'http://127.0.0.1:9000/v1' }, services)).toBe(false);
    expect(prefersLocalLimits({ provider: 'openai', id: 'x', baseUrl: model.baseUrl }, services)).toBe(false);
    expect(prefersLocalLimits({ provider: 'vllm', id: 'llama' }, services)).toBe(false);
    expect(prefersLocalLimits(model)).toBe(false);
    expect(prefersLocalLimits(undefined)).toBe(false);
    expect(prefersLocalLimits({ provider: 'openai', id: 'llama3:8b', baseUrl: 'http://localhost:11434' })).toBe(false);
  });
});
