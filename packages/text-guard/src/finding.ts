/** A sign that was found, with where it stands. */
export interface Finding {
  readonly sign: string;
  readonly weight: number;
  /** The matched text, at most 80 characters, without hidden ones. */
  readonly excerpt: string;
}
