import { fileURLToPath } from 'node:url';

import {
  ToolrackError,
  ToolSources,
  type CallView,
  type JsonObject,
  type PluginHost,
  type RunContext,
  type ToolDescriptor,
  type ToolProgress,
  type ToolSource,
  type ToolSourceCall,
} from '@toolrack/contracts';

import openclawSource, { type OpenclawModuleOptions } from './index.js';

const fixtures = fileURLToPath(new URL('./fixtures', import.meta.url));

describe('x', () => {
  it('loads', async () => {
    const sources: ToolSource[] = [];
    const lines: string[] = [];
    const log = (m: string) => void lines.push(m);
    const host = {
      logger: { debug: log, info: log, warn: log, error: log },
      hooks: { args: { tap: () => undefined } },
      contribute: (_p: unknown, s: ToolSource) => sources.push(s),
    } as unknown as PluginHost;
    await openclawSource({
      baseDirectory: fixtures,
      modules: [
        { path: './core-tools.mjs' },
        { path: 'declarative.mjs' },
        { path: 'sdk-plugin.ts' },
        { package: '@ollama/openclaw-web-search' },
        { path: 'none.mjs' },
      ],
    }).apply(host);
    for (const source of sources) {
      console.log(
        source.owner,
        JSON.stringify(await source.list({ signal: new AbortController().signal }).catch((e) => e.message), null, 1),
      );
    }
    console.log(lines);
  });
});
