import type { LexicalSettings } from '../settings.js';
import type { Fit } from './confidence.js';
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

/** How tools answer the query that is being ranked; asked for few of them. */
export interface Suitability {
  fit(hit: Scored): Fit;
  /** Whether the query names the source of the one, and the other does not say that name. */
  isSourceNamed(hit: Scored, other: Scored): boolean;
}

/** What a rule is made from. */
interface Contest {
  readonly ranked: readonly Scored[];
  readonly top: Scored;
  readonly provenance: Provenance;
  readonly suitability: Suitability;
  readonly settings: LexicalSettings;
}

/**
 * Gives the first place to a tool of better provenance that is a plausible answer itself, however well the text of a stranger fits: who
 * knows a query can write a definition that says it better than any honest one. Only the first place changes hands; everything else keeps its order.
 *
 * Better is a trusted tool against an untrusted one; and among equally trusted ones a tool of an established source against one of a smaller
 * source that says nearly all that the query says, where such sources are unusual among the first hits.
 */
export function placeByProvenance(
  ranked: readonly Scored[],
  provenance: Provenance,
  suitability: Suitability,
  settings: LexicalSettings,
): readonly Scored[] {
  const [top] = ranked;
  if (top === undefined) return ranked;
  const contest: Contest = { ranked, top, provenance, suitability, settings };
  const chosen = trustedRival(contest) ?? establishedRival(contest);
  if (chosen === undefined) return ranked;
  return [{ ...chosen, score: top.score }, ...ranked.filter((hit) => hit !== chosen)];
}

/** Content words from which on no honest definition repeats nearly all of a request: of a source of one or two tools, of any source. */
const longForSmall = 4;
const longForAny = 6;
/** Confidence below which a tool has hardly more than a word in common with the request, so that it is no answer against anything. */
const leastConfidence = 0.1;
/** Confidence that a tool needs against a stranger of a small source that the query names. */
const namedConfidence = 0.5;

/**
 * The best trusted tool against an untrusted one. Strangers differ in what they have to lose: a source of one or two tools costs nothing to
 * set up, so any trusted answer comes before it; one of several tools is mostly a server like the others, so the trusted tool has to be as good an
 * answer. A text that repeats nearly all of a long request was written for it. Chosen on `benchmarks/poison`, table 3.
 */
function trustedRival({ ranked, top, provenance, suitability, settings }: Contest): Scored | undefined {
  const { trustedShare, trustedConfidence, trustedCoverage, establishedCoverage } = settings;
  if (trustedShare >= 1 || provenance.isTrusted(top.ordinal)) return undefined;
  const best = ranked.find(({ ordinal }) => provenance.isTrusted(ordinal));
  if (best === undefined) return undefined;
  const fit = suitability.fit(best);
  if (fit.confidence < Math.min(leastConfidence, trustedConfidence)) return undefined;
  const isSmall = !provenance.isEstablished(top.ordinal);
  if (fit.words >= (isSmall ? longForSmall : longForAny) && suitability.fit(top).repetition >= establishedCoverage) return best;
  if (fit.confidence < trustedConfidence) return undefined;
  if (best.score >= trustedShare * top.score && fit.coverage >= trustedCoverage) return best;
  return isSmall && (fit.confidence >= namedConfidence || !suitability.isSourceNamed(top, best)) ? best : undefined;
}

function establishedRival({ ranked, top, provenance, suitability, settings }: Contest): Scored | undefined {
  const { establishedShare, establishedConfidence, establishedCoverage } = settings;
  if (top.coverage < establishedCoverage || provenance.isEstablished(top.ordinal)) return undefined;
  const others = ranked.slice(1, neighbours);
  if (!areUsual(others.map(({ ordinal }) => provenance.isEstablished(ordinal)))) return undefined;
  const isTrusted = provenance.isTrusted(top.ordinal);
  const best = others.find(({ ordinal }) => provenance.isEstablished(ordinal) && provenance.isTrusted(ordinal) === isTrusted);
  if (best === undefined || best.score < establishedShare * top.score || suitability.isSourceNamed(top, best)) return undefined;
  return suitability.fit(best).confidence >= establishedConfidence ? best : undefined;
}
