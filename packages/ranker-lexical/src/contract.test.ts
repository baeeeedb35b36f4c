import { testRanker } from '@toolrack/testkit';
import { makeRanker } from './ranker-lexical.js';

testRanker({ name: 'LexicalRanker', create: () => makeRanker(), supports: { view: true, apply: true } });
testRanker({
  name: 'The recipe hermes with titles',
  create: () => makeRanker({ recipe: 'hermes', bag: { titles: true } }),
  supports: { view: true, apply: true },
});
