import { definePlugin, type Directory, DirectoryService } from '@toolrack/contracts';
import { listingBudget } from './listing-budget.js';
import { emptyListing, renderListing } from './render-listing.js';
import { type DirectoryTieredOptions, tieredOptionsSchema } from './tiered-options.js';

/** The directory itself, for use without a runtime. */
export function createTieredDirectory(options: DirectoryTieredOptions = {}): Directory {
  const { thresholdPct = 5, listingMaxTokens = 4000, listing = 'auto' } = options;
  const improvements = {
    smallServerDescriptions: options.smallServerDescriptions ?? false,
    shortestBlocks: options.shortestBlocks ?? false,
  };
  return {
    name: '@toolrack/directory-tiered',
    render: (request) => {
      if (listing === 'off') return emptyListing(request);
      return renderListing(request, listingBudget(listingMaxTokens, thresholdPct, request.run.contextWindow), improvements);
    },
  };
}

/** Hermes' tiered listing: every deferred tool with a short description while that fits, then names, then a line for each large server. */
export const directoryTiered = definePlugin<DirectoryTieredOptions>({
  name: '@toolrack/directory-tiered',
  version: '0.1.0',
  api: '^1',
  optionsSchema: tieredOptionsSchema,
  apply: (host, options) => {
    host.provide(DirectoryService, () => createTieredDirectory(options));
  },
});
