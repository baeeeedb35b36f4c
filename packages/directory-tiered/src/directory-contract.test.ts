import fc from 'fast-check';
import { testDirectory } from '@toolrack/testkit';
import { codePointLength } from './code-points.js';
import { createTieredDirectory, listingBudget } from './index.js';
import { renderListing } from './render-listing.js';
import { entry, request, summary } from '../test/requests.js';

for (const improvements of [{}, { smallServerDescriptions: true, shortestBlocks: true }]) {
  testDirectory({
    name: `directoryTiered ${JSON.stringify(improvements)}`,
    create: () => createTieredDirectory(improvements),
    mostCharacters: (contextWindow) => 4 * listingBudget(4000, 5, contextWindow),
  });
}

describe('renderListing for generated catalogs', () => {
  const word = fc.stringMatching(/^[a-z]{1,8}$/u);
  const catalog = fc.uniqueArray(fc.tuple(word, word, fc.string({ unit: 'grapheme', maxLength: 120 })), {
    maxLength: 60,
    selector: ([owner, name]) => `${owner}/${name}`,
  });

  it('keeps to the budget, loses no tool silently and depends on no order [hermes:3.11] [hermes:3.16]', () => {
    fc.assert(
      fc.property(
        catalog,
        fc.integer({ min: 0, max: 700 }),
        fc.boolean(),
        fc.boolean(),
        fc.array(word, { maxLength: 3 }),
        (tools, budget, smallServerDescriptions, shortestBlocks, down) => {
          const list = tools.map(([owner, name, description]) => entry(owner, name, description));
          const sources = [...new Set(down)].map((owner) => summary(`mcp:down-${owner}`, 0, { state: 'failed' }));
          const asked = request(list, { sources });
          const improvements = { smallServerDescriptions, shortestBlocks };
          const listing = renderListing(asked, budget, improvements);
          expect(Math.ceil(codePointLength(listing.text) / 4)).toBeLessThanOrEqual(budget);
          expect(listing.listed + listing.omitted).toBe(list.length);
          const reversed = { ...asked, entries: [...list].reverse(), sources: [...asked.sources].reverse() };
          expect(renderListing(reversed, budget, improvements)).toEqual(listing);
          if (listing.form === 'none') return;
          const lines = listing.text.split('\n');
          for (const source of asked.sources) {
            expect(lines.some((line) => line.startsWith(`${source.owner} `))).toBe(true);
          }
        },
      ),
      { numRuns: 200 },
    );
  });
});
