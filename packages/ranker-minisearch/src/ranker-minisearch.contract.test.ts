import { RankerService } from '@toolrack/contracts';
import { createTestHost, testRanker } from '@toolrack/testkit';
import rankerMinisearch from './index.js';

testRanker({
  name: 'ranker-minisearch',
  create: async () => (await createTestHost(rankerMinisearch())).service(RankerService),
  supports: { view: false, apply: false },
});
