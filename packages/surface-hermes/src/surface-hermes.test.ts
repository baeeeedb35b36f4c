import { readFileSync } from 'node:fs';
import { RankerService, SurfaceService, ValidatorService, type CallView, type JsonObject } from '@toolrack/contracts';
import { createTestHost, fixtureRun } from '@toolrack/testkit';
import { gateRanker } from '../test/gate-ranker.js';
import { schema, tool } from '../test/session.js';
import defaultExport, { surfaceHermes, type SurfaceHermesOptions } from './index.js';

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as Record<string, string>;
const host = (options: unknown = {}) =>
  createTestHost(surfaceHermes(options as SurfaceHermesOptions), { services: [[RankerService, gateRanker()]] });

describe('surfaceHermes', () => {
  it('is the default export and named and versioned as its package', () => {
    expect(defaultExport).toBe(surfaceHermes);
    expect(surfaceHermes()).toMatchObject({ name: manifest['name'], version: manifest['version'] });
  });

  it('provides surface and validator and taps visibility and args', async () => {
    await using made = await host();
    expect(made.service(SurfaceService).name).toBe('hermes');
    expect(made.service(ValidatorService).compile({ type: 'nonsense' }).check(1)).toEqual([]);
    expect(made.allTaps.map((tap) => tap.hook)).toEqual(['visibility', 'args']);
  });

  it('leaves the validator to others when told so', async () => {
    await using made = await host({ validator: false });
    expect(made.provided).toEqual([SurfaceService.id]);
  });

  it('starts with any block and warns about slips [hermes:13.7] [hermes:1.9] [hermes:case-4]', async () => {
    for (const options of [
      { enabled: {}, defer: 7 },
      { toolSearch: false },
      { toolSearch: 'x' },
      { thresold_pct: 3 },
      { connectors: { url: 'x' } },
    ]) {
      await using made = await host(options);
      expect(made.service(SurfaceService).controlNames(fixtureRun())).toHaveLength(
        'toolSearch' in options && options.toolSearch === false ? 0 : 3,
      );
    }
    await using warned = await host({ defer: 'terminal', oops: 1 });
    expect(warned.logs.map(({ level, message }) => `${level} ${message.slice(0, 30)}`)).toEqual([
      'warn tools.tool_search.defer must b',
      'warn unknown keys of tool_search ar',
    ]);
  });

  it('coerces arguments of trusted tools on their way, on a copy, and never reads an untrusted schema [hermes:9.12] [hermes:9.6]', async () => {
    await using made = await host();
    const [tap] = made.taps('args');
    const given = Object.freeze({ n: '42' });
    const call = (trust: 'trusted' | 'untrusted'): CallView => ({
      run: fixtureRun(),
      callId: 'c',
      parentCallId: 'p',
      tool: tool('mcp:a:b', { trust, inputSchema: schema({ n: { type: 'integer' } }) }),
      arguments: given,
      signal: new AbortController().signal,
    });
    expect(tap?.tap(given as JsonObject, call('trusted'))).toEqual({ n: 42 });
    expect(tap?.tap(given as JsonObject, call('untrusted'))).toBe(given);
    expect(given).toEqual({ n: '42' });
    expect(tap?.stage).toBeLessThan(0);
  });
});
