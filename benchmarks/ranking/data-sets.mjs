import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** Sets of the quality table; `openapi` only where the data directory has it. */
export const qualitySets = ['bfcl', 'mcp-agent', 'mcp-agent-typo', 'metatool', 'openapi', 'sealtools'];
export const ownData = join(import.meta.dirname, 'data');

function readLines(path) {
  const packed = `${path}.gz`;
  const text = existsSync(path) ? readFileSync(path, 'utf8') : gunzipSync(readFileSync(packed)).toString('utf8');
  return text.trim().split('\n');
}

/** A catalog entry of the data as a ranker gets it; all of these catalogs count as trusted. */
function toDocument(tool) {
  return {
    id: tool.id,
    name: tool.name,
    ...(tool.title === undefined ? {} : { title: tool.title }),
    description: tool.description ?? '',
    source: { kind: 'catalog', owner: tool.source ?? '' },
    trust: 'trusted',
    ...(tool.inputSchema === undefined ? {} : { inputSchema: tool.inputSchema }),
  };
}

const catalogs = new Map();

/** Reads one set, `undefined` when the directory has none of that name. Sets over one catalog share its documents. */
export function readSet(name, directory = ownData) {
  const folder = join(directory, name);
  if (!existsSync(join(folder, 'META.json'))) return undefined;
  const meta = JSON.parse(readFileSync(join(folder, 'META.json'), 'utf8'));
  const path = meta.catalog === undefined ? join(folder, 'catalog.jsonl') : resolve(folder, meta.catalog);
  if (!catalogs.has(path))
    catalogs.set(
      path,
      readLines(path).map((line) => toDocument(JSON.parse(line))),
    );
  const queries = readLines(join(folder, 'queries.jsonl')).map((line) => JSON.parse(line));
  return { name, documents: catalogs.get(path), queries };
}

/** Queries that no tool of mcp-agent answers. */
export function readUnanswerable(directory = ownData) {
  return readLines(join(directory, 'neg-mcp-agent.txt'));
}
