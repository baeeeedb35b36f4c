import { readFileSync } from 'node:fs';
import { isPlugin, RankerService } from '@toolrack/contracts';
import { createTestHost } from '@toolrack/testkit';
import defaultExport, { rankerBm25 } from './index.js';

describe('rankerBm25', () => {
  it('is the default export, a plugin under its package name and version', () => {
    const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
    expect(defaultExport).toBe(rankerBm25);
    expect(isPlugin(rankerBm25())).toBe(true);
    expect(rankerBm25()).toMatchObject({ name: manifest.name, version: manifest.version });
  });
  it('provides the ranker and nothing else', async () => {
    await using host = await createTestHost(rankerBm25());
    expect(host.provided).toEqual([RankerService.id]);
    expect(host.allTaps).toEqual([]);
    expect(host.service(RankerService).name).toBe('bm25');
  });
});
