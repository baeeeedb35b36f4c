import type { RankDocument, Run } from '@toolrack/contracts';

/** What the ranker of a run sees: its searchable tools, without the schemas of untrusted ones. */
export function catalogDocuments(run: Run): readonly RankDocument[] {
  return run.entries
    .filter((entry) => entry.searchable)
    .map(({ tool: { id, name, title, description, source, trust, inputSchema } }) => ({
      id,
      name,
      ...(title === undefined ? {} : { title }),
      description,
      source,
      trust,
      ...(trust === 'trusted' ? { inputSchema } : {}),
    }));
}
