import type { Ranker } from '@toolrack/contracts';
import type { SuiteRunner } from './runner.js';

/** What `testRanker` takes. */
export interface RankerSuiteOptions {
  /** Name of the `describe` block. */
  readonly name: string;
  /** Makes a fresh ranker; called once a case. */
  readonly create: () => Ranker | Promise<Ranker>;
  /** Which optional parts the index has. A part that is claimed and absent, or present and not claimed, fails. */
  readonly supports: { readonly view: boolean; readonly apply: boolean };
  readonly runner?: SuiteRunner;
}

/** What the parts of the suite share. */
export interface RankerCases {
  readonly it: SuiteRunner['it'];
  readonly create: RankerSuiteOptions['create'];
}
