import assert from 'node:assert/strict';
import type { RankAnswer, RankDocument, RankedHit, RankIndex, Ranker, RankQuery, RankView } from '@toolrack/contracts';

/** Fails unless the answer keeps every promise of `RankAnswer` that can be checked from outside. */
export function assertRankAnswer(answer: RankAnswer, query: RankQuery, ids: ReadonlySet<string>): void {
  assert.ok(typeof answer === 'object' && answer !== null, 'an answer is an object');
  assert.ok(Array.isArray(answer.hits), 'hits is an array');
  assert.ok(answer.hits.length <= query.limit, `${String(answer.hits.length)} hits for the limit ${String(query.limit)}`);
  const seen = new Set<string>();
  let previous = Number.POSITIVE_INFINITY;
  for (const hit of answer.hits as readonly RankedHit[]) {
    assert.ok(ids.has(hit.id), `the hit ${JSON.stringify(hit.id)} was never indexed (or is not allowed)`);
    assert.ok(!seen.has(hit.id), `the hit ${hit.id} occurs twice`);
    seen.add(hit.id);
    assert.ok(Number.isFinite(hit.score), `the score of ${hit.id} is ${String(hit.score)}`);
    assert.ok(hit.score <= previous, `the score rises at ${hit.id}: ${String(previous)}, then ${String(hit.score)}`);
    previous = hit.score;
  }
  assertMarks(answer);
}

function assertMarks(answer: RankAnswer): void {
  const { unmatched, confidence, weak } = answer;
  if (unmatched !== undefined) {
    assert.ok(Array.isArray(unmatched), 'unmatched is an array');
    for (const word of unmatched as readonly unknown[]) {
      assert.ok(typeof word === 'string' && word !== '', 'unmatched holds non-empty strings');
    }
    assert.equal(new Set(unmatched).size, unmatched.length, 'unmatched holds each word once');
  }
  if (confidence !== undefined) {
    assert.ok(confidence >= 0 && confidence <= 1, `confidence is ${String(confidence)}, not within 0..1`);
    if (answer.hits.length === 0) assert.equal(confidence, 0, 'confidence is 0 without hits');
  }
  if (weak !== undefined) {
    assert.equal(typeof weak, 'boolean', 'weak is a boolean');
    if (answer.hits.length === 0) assert.equal(weak, true, 'an answer without hits is weak');
  }
}

/** The text of an answer, for exact comparisons. */
export function answerBytes(answer: RankAnswer): string {
  return JSON.stringify({
    hits: answer.hits.map(({ id, score }) => [id, score]),
    unmatched: answer.unmatched ?? [],
    confidence: answer.confidence ?? (answer.hits.length > 0 ? 1 : 0),
    weak: answer.weak ?? answer.hits.length === 0,
  });
}

/** Searches and checks the answer. */
export async function checkedSearch(view: RankView, query: RankQuery, documents: readonly RankDocument[]): Promise<RankAnswer> {
  const answer = await view.search(query);
  assertRankAnswer(answer, query, new Set(documents.map(({ id }) => id)));
  return answer;
}

/** The bitmap of the documents that `keep` admits, in the form that `view` takes. */
export function bitmapOf(index: RankIndex, documents: readonly RankDocument[]): Uint32Array {
  assert.equal(typeof index.ordinal, 'function', 'an index with view has ordinal');
  assert.equal(typeof index.ordinals, 'number', 'an index with view has ordinals');
  const ordinals = index.ordinals as number;
  const words = new Uint32Array(Math.ceil(ordinals / 32));
  const used = new Set<number>();
  for (const { id } of documents) {
    const ordinal = index.ordinal?.(id);
    assert.ok(ordinal !== undefined, `ordinal(${JSON.stringify(id)}) is undefined for an indexed document`);
    assert.ok(Number.isInteger(ordinal) && ordinal >= 0 && ordinal < ordinals, `ordinal ${String(ordinal)} is not below ordinals`);
    assert.ok(!used.has(ordinal), `ordinal ${String(ordinal)} stands for two documents`);
    used.add(ordinal);
    words[ordinal >>> 5] = (words[ordinal >>> 5] as number) | (1 << (ordinal & 31));
  }
  return words;
}

/** Fails unless both answer every query with the same bytes. */
export async function assertSameAnswers(left: RankView, right: RankView, queries: readonly RankQuery[], what: string): Promise<void> {
  for (const query of queries) {
    const [one, other] = [answerBytes(await left.search(query)), answerBytes(await right.search(query))];
    assert.equal(one, other, `${what}: the answers to ${JSON.stringify(query)} differ`);
  }
}

/** Builds an index and checks its size. */
export async function checkedIndex(ranker: Ranker, documents: readonly RankDocument[]): Promise<RankIndex> {
  const index = await ranker.index(documents);
  assert.equal(index.size, documents.length, 'size is the number of documents');
  return index;
}
