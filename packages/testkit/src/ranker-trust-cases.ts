import assert from 'node:assert/strict';
import type { RankDocument } from '@toolrack/contracts';
import { fixtureCatalogs } from './fixture-catalogs.js';
import { rankDocument } from './fixture-tool.js';
import { checkedIndex, checkedSearch } from './ranker-checks.js';
import type { RankerCases } from './ranker-suite.js';
import { throwingSchema } from './throwing-schema.js';

/** Cases about what a ranker may read. */
export function registerRankerTrust({ it, create }: RankerCases): void {
  it('never reads the schema of an untrusted document', async () => {
    const { schema, touches } = throwingSchema();
    const documents = fixtureCatalogs.office.map((tool): RankDocument =>
      tool.trust === 'untrusted' ? { ...rankDocument(tool), inputSchema: schema } : rankDocument(tool),
    );
    const index = await checkedIndex(await create(), documents);
    for (const text of ['send a message', 'properties description', 'mcp:chat:send_message', 'issue']) {
      await checkedSearch(index, { text, limit: 5 }, documents);
    }
    assert.deepEqual(touches, []);
  });
  it('gives the schema of an untrusted document no influence on the answer', async () => {
    const plain = fixtureCatalogs.office.map(rankDocument);
    const stuffed = plain.map((document): RankDocument =>
      document.trust === 'untrusted'
        ? {
            ...document,
            inputSchema: { type: 'object', properties: { calendar: { description: 'calendar meeting' } } },
          }
        : document,
    );
    const query = { text: 'calendar meeting', limit: 8 };
    const one = await (await checkedIndex(await create(), plain)).search(query);
    const other = await (await checkedIndex(await create(), stuffed)).search(query);
    assert.deepEqual(other, one);
  });
}
