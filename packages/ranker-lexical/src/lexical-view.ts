import type { RankAnswer, RankQuery, RankView } from '@toolrack/contracts';
import { searchParts, type SearchableParts } from './search/searcher.js';
import type { ViewScope } from './store/view-scope.js';

/** The allowed documents of an index as an index of their own. */
export class LexicalView implements RankView {
  constructor(
    private readonly parts: SearchableParts,
    private readonly scope: ViewScope,
  ) {}

  search(query: RankQuery): RankAnswer {
    this.scope.refresh();
    return searchParts(this.parts, this.scope, this.scope.allowed, query);
  }
}
