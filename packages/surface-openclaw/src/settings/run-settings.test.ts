import { type RunRequest } from '@toolrack/contracts';
import { fakeRun } from '../test-support/fake-view.js';
import { RunSettingsReader } from './run-settings.js';
import { type SurfaceOpenclawOptions } from './surface-options.js';

const settings = (options: SurfaceOpenclawOptions, request: RunRequest = {}) => new RunSettingsReader(options).of(fakeRun(request));

describe('RunSettingsReader', () => {
  it('maps directory mode for a host that cannot dispatch undeclared names [openclaw:20.4] [openclaw:3.5] [openclaw:case-106]', () => {
    const options: SurfaceOpenclawOptions = { toolSearch: { mode: 'directory' } };
    expect(settings(options)).toMatchObject({ mode: 'directory', isDirectoryMapped: false });
    expect(settings(options, { host: { deferredDispatch: false } })).toMatchObject({ mode: 'tools', isDirectoryMapped: true });
    expect(options).toEqual({ toolSearch: { mode: 'directory' } });
  });

  it('knows lean mode for all agents or for those named [openclaw:3.3]', () => {
    expect(settings({ lean: true }).searchDefaultLimit).toBe(5);
    expect(settings({ lean: ['small-*'] }, { agent: 'small-one' }).searchDefaultLimit).toBe(5);
    expect(settings({ lean: ['small-*'] }, { agent: 'large' }).searchDefaultLimit).toBe(8);
    expect(settings({ lean: ['small-*'] }).searchDefaultLimit).toBe(8);
  });

  it('knows the model and the local services of the host [openclaw:3.3]', () => {
    const localServices = [{ provider: 'vllm', baseUrl: 'http://127.0.0.1:8000' }];
    const model = { provider: 'vllm', id: 'm', baseUrl: 'http://127.0.0.1:8000/' };
    expect(settings({ localServices }, { model }).maxSearchLimit).toBe(10);
    expect(settings({}, { model }).maxSearchLimit).toBe(20);
  });

  it('takes the first override that fits the agent and the provider', () => {
    const options: SurfaceOpenclawOptions = {
      toolSearch: { mode: 'directory' },
      overrides: [
        { agents: ['coder'], providers: ['open*'], toolSearch: false },
        { agents: ['coder'], toolSearch: { maxSearchLimit: 3 } },
        { providers: ['ollama'], toolSearch: 'auto' },
      ],
    };
    const model = { provider: 'openai', id: 'm' };
    expect(settings(options, { agent: 'coder', model }).mode).toBe('off');
    expect(settings(options, { agent: 'coder' })).toMatchObject({ mode: 'tools', maxSearchLimit: 3 });
    expect(settings(options, { model: { provider: 'ollama', id: 'm' } })).toMatchObject({ mode: 'tools', maxSearchLimit: 10 });
    expect(settings(options, { agent: 'other', model }).mode).toBe('directory');
  });

  it('refuses control names that are not three', () => {
    expect(() => new RunSettingsReader({ controlNames: { call: 'tool_search' } })).toThrow('three different names');
  });
});
