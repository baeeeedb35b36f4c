// Type tests: `npm run typecheck` is what runs them; each @ts-expect-error fails the build when the line becomes legal.
import {
  definePlugin,
  deny,
  RankerService,
  serviceToken,
  ToolSources,
  type HookTaps,
  type PluginHost,
  type Ranker,
  type ToolSource,
} from './index.js';

type Equal<Left, Right> = (<T>() => T extends Left ? 1 : 2) extends <T>() => T extends Right ? 1 : 2 ? true : false;
const holds = <Claim extends true>(claim?: Claim): boolean => claim ?? true;

describe('the types of the contract', () => {
  it('tie a token to its value, a hook to its taps and a plugin to its options', () => {
    const use = (host: PluginHost): void => {
      holds<Equal<ReturnType<typeof host.service<Ranker>>, Ranker>>();
      host.provide(RankerService, () => ({ name: 'r', index: () => ({ size: 0, search: () => ({ hits: [] }) }) }));
      // @ts-expect-error a number is no ranker
      host.provide(RankerService, () => 1);
      // @ts-expect-error a source needs list and call
      host.contribute(ToolSources, { kind: 'a', owner: 'b' });
      host.hooks.policy.tap(() => deny('no'));
      // @ts-expect-error "allow" cannot be expressed
      host.hooks.policy.tap(() => true);
      // @ts-expect-error a policy is synchronous
      host.hooks.policy.tap(async () => undefined);
      // @ts-expect-error ports have no way to call a hook
      void host.hooks.policy.call;
    };
    const needy = definePlugin<{ readonly url: string }>({
      name: 'n',
      version: '1.0.0',
      api: '^1',
      apply: (_host, options) => void options.url,
    });
    const make = (): unknown => {
      // @ts-expect-error the option url is required
      needy();
      return needy({ url: 'x' });
    };
    holds<Equal<Parameters<HookTaps['args']>[0], Parameters<HookTaps['args']>[1]['arguments']>>();
    const other = serviceToken<string>('acme.text');
    // @ts-expect-error tokens of different values do not mix
    const mixed: typeof RankerService = other;
    expect([use, make, mixed, {} as ToolSource].length).toBe(4);
  });
});
