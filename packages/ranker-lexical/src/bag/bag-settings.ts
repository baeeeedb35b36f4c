/** The numbers and rules of the one-bag recipe (`recipe: 'hermes'`). */
export interface BagSettings {
  /** The k1 of BM25. */
  readonly saturation: number;
  /** The b of BM25. */
  readonly lengthSlope: number;
  /** Only tools that have the rarest word of the query are admitted. */
  readonly rarestWord: boolean;
  /** Only tools that have at least half of the query's known words are admitted, from four known words on. */
  readonly relevanceFloor: boolean;
  /** A query that equals the name of a tool inside its server counts as exact too, not only the full name. */
  readonly leafNames: boolean;
  /** Titles belong to the bag too; Hermes knows none. */
  readonly titles: boolean;
}

/** The rules of Hermes Agent, with leaf names added. */
export const defaultBagSettings: BagSettings = {
  saturation: 1.5,
  lengthSlope: 0.75,
  rarestWord: true,
  relevanceFloor: true,
  leafNames: true,
  titles: false,
};
