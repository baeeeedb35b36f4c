// The contract suite that every source of Toolrack passes, run by Node's own test runner.
import { describe, it } from 'node:test';
import { ToolSources } from '@toolrack/contracts';
import { createTestHost, testToolSource } from '@toolrack/testkit';
import { weatherSource } from './weather-source.mjs';

testToolSource({
  name: 'weatherSource',
  create: async () => {
    const host = await createTestHost(weatherSource({ cities: { Bergen: 'rain' } }));
    return host.contributions(ToolSources)[0];
  },
  calls: {
    success: { tool: 'forecast', arguments: { city: 'Bergen' } },
    failure: { tool: 'forecast', arguments: { city: 'Atlantis' } },
  },
  runner: { describe, it },
});
