import { testDirectory } from '@toolrack/testkit';
import { characterBudget, createBudgetedDirectory, defaultMaxCharacters } from './index.js';

for (const options of [
  { strategy: 'fair', untrusted: 'sources' },
  { strategy: 'original', untrusted: 'notice' },
] as const) {
  testDirectory({
    name: `directoryBudgeted (${options.strategy}, ${options.untrusted})`,
    create: () => createBudgetedDirectory(options),
    mostCharacters: (contextWindow) => characterBudget(defaultMaxCharacters, contextWindow),
  });
}
