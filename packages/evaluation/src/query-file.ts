import { type JsonValue, type RankDocument } from '@toolrack/contracts';
import { parseJsonLines, readText, wrong } from './json-lines.js';

/** A query with the tools that answer it. */
export interface EvaluationQuery {
  readonly query: string;
  /** Ids of the right tools; none when no tool answers it. */
  readonly gold: readonly string[];
  /** One of the gold tools is enough: they are equivalent. Otherwise recall is the share that was found. */
  readonly any: boolean;
}

/** A query whose gold tools may be written as ids or as names. */
export interface WrittenQuery extends EvaluationQuery {
  /** `file:line`, for messages. */
  readonly place: string;
}

/** Reads a query file: one `{ query, gold: [ids or names], any? }` a line. Rejects with `ERR_CONFIG_FILE`, which names the line. */
export async function readQueryFile(file: string): Promise<readonly WrittenQuery[]> {
  return parseQueries(await readText(file), file);
}

/** Parses the text of a query file; `file` is for messages. */
export function parseQueries(text: string, file: string): readonly WrittenQuery[] {
  return parseJsonLines(text, file).map(({ place, value }) => {
    const { query, gold, any = false } = value;
    if (typeof query !== 'string' || query.trim() === '') throw wrong(place, '"query" must be a non-empty string');
    if (!isTexts(gold)) throw wrong(place, '"gold" must be an array of ids or names (an empty one when no tool answers the query)');
    if (typeof any !== 'boolean') throw wrong(place, '"any" must be true or false');
    return { place, query, gold: [...new Set(gold)], any };
  });
}

/** Reads queries that no tool answers: one a line, empty lines are skipped. */
export async function readUnanswerableFile(file: string): Promise<readonly EvaluationQuery[]> {
  const lines = (await readText(file)).split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '').map((query) => ({ query, gold: [], any: false }));
}

/** Queries with ids in place of names, and what could not be found. */
export interface ResolvedQueries {
  readonly queries: readonly EvaluationQuery[];
  /** One line a gold tool that the catalog does not have (or has twice under that name), and a query that was there before, with its place. */
  readonly problems: readonly string[];
}

/**
 * Looks the gold tools up in the catalog, by id or else by a name that only one tool has. A query keeps a tool that is not there, as
 * nobody can find it; it counts as missed.
 */
export function resolveGold(queries: readonly WrittenQuery[], documents: readonly RankDocument[]): ResolvedQueries {
  const ids = new Set(documents.map(({ id }) => id));
  const byName = new Map<string, string[]>();
  for (const { id, name } of documents) byName.set(name, [...(byName.get(name) ?? []), id]);
  const problems: string[] = [];
  const find = (wanted: string, place: string): string => {
    if (ids.has(wanted)) return wanted;
    const named = byName.get(wanted) ?? [];
    if (named.length === 1) return named[0] as string;
    const reason = named.length === 0 ? 'is not in the catalog' : `is the name of several tools: ${named.join(', ')}`;
    problems.push(`${place}: the gold tool ${JSON.stringify(wanted)} ${reason}`);
    return wanted;
  };
  const places = new Map<string, string>();
  const resolved = queries.map(({ query, gold, any, place }) => {
    const before = places.get(query);
    if (before !== undefined) problems.push(`${place}: the query ${JSON.stringify(query)} is that of ${before}; both count`);
    places.set(query, place);
    return { query, gold: [...new Set(gold.map((wanted) => find(wanted, place)))], any };
  });
  return { queries: resolved, problems };
}

function isTexts(value: JsonValue | undefined): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string' && item !== '');
}
