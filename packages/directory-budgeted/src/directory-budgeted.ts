import { definePlugin, DirectoryService, type Directory, type JsonObject } from '@toolrack/contracts';
import { characterBudget, defaultMaxCharacters } from './character-budget.js';
import { renderDirectory } from './render-directory.js';

/** Options of `directoryBudgeted`. */
export interface DirectoryBudgetedOptions {
  /** Most characters of the directory (18,000). A known context window lowers it to a tenth of its tokens, at least 768. */
  readonly maxCharacters?: number;
  /**
   * `fair` (default) shares the room for descriptions row by row and, when names must go, takes turns between owners;
   * `original` cuts all descriptions at once (180, 64, none) and drops the end of the alphabet.
   */
  readonly strategy?: 'fair' | 'original';
  /**
   * What is said about tools that get no row: `notice` (default), a fixed sentence; `sources`, the operator's name of each
   * such source with its number of tools. Neither contains anything that a tool says.
   */
  readonly untrusted?: 'notice' | 'sources';
}

const optionsSchema: JsonObject = {
  type: 'object',
  additionalProperties: false,
  properties: {
    maxCharacters: { type: 'integer', minimum: 256 },
    strategy: { enum: ['fair', 'original'] },
    untrusted: { enum: ['notice', 'sources'] },
  },
};

/** The directory itself, for use without a runtime. */
export function createBudgetedDirectory(options: DirectoryBudgetedOptions = {}): Directory {
  const { maxCharacters = defaultMaxCharacters, strategy = 'fair', untrusted = 'notice' } = options;
  return {
    name: '@toolrack/directory-budgeted',
    render: (request) => {
      const budget = characterBudget(maxCharacters, request.run.contextWindow);
      return renderDirectory(request, { budget, strategy, untrusted });
    },
  };
}

/** A sorted directory of trusted tools within a budget of characters; shortens descriptions before it drops names. */
export const directoryBudgeted = definePlugin<DirectoryBudgetedOptions>({
  name: '@toolrack/directory-budgeted',
  version: '0.1.0',
  api: '^1',
  optionsSchema,
  apply: (host, options) => {
    host.provide(DirectoryService, () => createBudgetedDirectory(options));
  },
});
