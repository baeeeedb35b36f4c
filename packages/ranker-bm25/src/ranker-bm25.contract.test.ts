import { RankerService } from '@toolrack/contracts';
import { createTestHost, testRanker } from '@toolrack/testkit';
import rankerBm25 from './index.js';

testRanker({
  name: 'ranker-bm25',
  create: async () => (await createTestHost(rankerBm25())).service(RankerService),
  supports: { view: true, apply: false },
});
