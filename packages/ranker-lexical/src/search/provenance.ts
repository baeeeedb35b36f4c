import type { LexicalSettings } from '../settings.js';
import type { CopyFinder } from './copies.js';
import type { Scored } from './scoring.js';

/** Who stands behind a tool, as far as an index knows. */
export interface Provenance {
  isTrusted(ordinal: number): boolean;
  /** Its source has several tools that may be seen. */
  isEstablished(ordinal: number): boolean;
}

/** First hits among which copies are looked for. */
const lookedThrough = 20;

/**
 * Puts a tool in front of one of worse provenance that says all that it says, or nearly: a copy, with or without words added, is never above the
 * tool that it copies. Of equally good sources neither is known to be the copy.
 */
export function placeOriginals(ranked: readonly Scored[], provenance: Provenance, copies: CopyFinder): readonly Scored[] {
  const head = ranked.slice(0, lookedThrough);
  const established = head.map(({ ordinal }) => provenance.isEstablished(ordinal));
  const counts = areUsual(established);
  const standing = head.map(
    ({ ordinal }, place) => (provenance.isTrusted(ordinal) ? 2 : 0) + (counts && established[place] === true ? 1 : 0),
  );
  if (standing.every((each) => each === standing[0])) return ranked;
  const placed: { readonly hit: Scored; readonly standing: number }[] = [];
  head.forEach((hit, place) => {
    const own = standing[place] as number;
    const copy = placed.findIndex((above) => above.standing < own && copies.isCopy(above.hit.ordinal, hit.ordinal));
    placed.splice(copy < 0 ? placed.length : copy, 0, { hit, standing: own });
  });
  copies.close();
  if (placed.every(({ hit }, place) => hit === head[place])) return ranked;
  const scores = head.map(({ score }) => score);
  return [...placed.map(({ hit }, place) => ({ ...hit, score: scores[place] as number })), ...ranked.slice(lookedThrough)];
}

/** Hits that tell whether established sources are the rule in a catalog, and how many of them must be of such. */
const neighbours = 10;
const usualShare = 0.7;
const areUsual = (established: readonly boolean[]): boolean => established.filter(Boolean).length >= usualShare * established.length;

/**
 * Gives the first place to a tool of better provenance when it answers the query well by itself, however well the text of a stranger fits: who
 * knows a query can write a definition that says it better than any honest one. Only the first place changes hands; everything else keeps its order.
 *
 * Better is a trusted tool against an untrusted one; and among equally trusted ones a tool of an established source against one of a smaller
 * source that says nearly all that the query says, where such sources are unusual among the first hits.
 */
export function placeByProvenance(
  ranked: readonly Scored[],
  provenance: Provenance,
  confidence: (hit: Scored) => number,
  settings: LexicalSettings,
): readonly Scored[] {
  const [top] = ranked;
  if (top === undefined) return ranked;
  const chosen =
    trustedRival(ranked, top, provenance, confidence, settings) ?? establishedRival(ranked, top, provenance, confidence, settings);
  if (chosen === undefined) return ranked;
  return [{ ...chosen, score: top.score }, ...ranked.filter((hit) => hit !== chosen)];
}

type Rival = (
  ranked: readonly Scored[],
  top: Scored,
  provenance: Provenance,
  confidence: (hit: Scored) => number,
  settings: LexicalSettings,
) => Scored | undefined;

const trustedRival: Rival = (ranked, top, provenance, confidence, { trustedShare, trustedConfidence }) => {
  if (trustedShare >= 1 || provenance.isTrusted(top.ordinal)) return undefined;
  const best = ranked.find(({ ordinal }) => provenance.isTrusted(ordinal));
  return best !== undefined && best.score >= trustedShare * top.score && confidence(best) >= trustedConfidence ? best : undefined;
};

const establishedRival: Rival = (ranked, top, provenance, confidence, settings) => {
  const { establishedShare, establishedConfidence, establishedCoverage } = settings;
  if (top.coverage < establishedCoverage || provenance.isEstablished(top.ordinal)) return undefined;
  const others = ranked.slice(1, neighbours);
  if (!areUsual(others.map(({ ordinal }) => provenance.isEstablished(ordinal)))) return undefined;
  const isTrusted = provenance.isTrusted(top.ordinal);
  const best = others.find(({ ordinal }) => provenance.isEstablished(ordinal) && provenance.isTrusted(ordinal) === isTrusted);
  return best !== undefined && best.score >= establishedShare * top.score && confidence(best) >= establishedConfidence ? best : undefined;
};
