/**
 * 59 function words that carry no capability: articles, pronouns, prepositions, conjunctions, auxiliaries and question words.
 * Verbs that name a capability ("get", "make", "use") are kept on purpose. Filtered before stemming, on lower-cased words.
 */
export const stopWords: ReadonlySet<string> = new Set(
  (
    'a an the this that these those i me my we our you your he she it its they them their ' +
    'in on at by for from to of with into as about up ' +
    'and or but if no not ' +
    'is are was be been do does can will would should has have ' +
    'what which who how when where'
  ).split(' '),
);

/** Letters of the longest of them. */
export const longestStopWord = Math.max(...[...stopWords].map((word) => word.length));
