import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { compareCodeUnits, isJsonObject, reasonOf, ToolrackError } from '@toolrack/contracts';

/** The ways in which people ask for one tool. */
export interface Enrichment {
  /** `source: name`, for people who read the file. */
  readonly tool: string;
  readonly phrases: readonly string[];
  /** Who wrote the phrases: a model, or a person. */
  readonly by?: string;
}

/** Enrichments by the digest of their definition. */
export type Enrichments = ReadonlyMap<string, Enrichment>;

/** The usual name of the file. */
export const enrichmentsFile = 'toolrack.enrichments.json';

const version = 1;

/** Reads a file of enrichments. Throws `ERR_CONFIG_FILE`, which names the file, also when there is none. */
export function readEnrichments(file: string): Enrichments {
  try {
    return parseEnrichments(readFileSync(file, 'utf8'), file);
  } catch (error) {
    throw readFailure(error, file);
  }
}

/** As `readEnrichments`, but a file that does not exist has none. */
export async function readEnrichmentsIfAny(file: string): Promise<Enrichments> {
  try {
    return parseEnrichments(await readFile(file, 'utf8'), file);
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOENT') return new Map();
    throw readFailure(error, file);
  }
}

function readFailure(error: unknown, file: string): ToolrackError {
  if (ToolrackError.is(error)) return error;
  const hint = 'Run "toolrack enrich" to make it.';
  return new ToolrackError('ERR_CONFIG_FILE', `${file}: cannot be read: ${reasonOf(error)}.`, { hint, cause: error });
}

function parseEnrichments(text: string, file: string): Enrichments {
  const wrong = (problem: string): ToolrackError => new ToolrackError('ERR_CONFIG_FILE', `${file}: ${problem}.`);
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/u, ''));
  } catch (error) {
    throw wrong(`not valid JSON: ${reasonOf(error)}`);
  }
  const definitions = isJsonObject(value) && value['version'] === version ? value['definitions'] : undefined;
  if (!isJsonObject(definitions)) throw wrong(`must hold { "version": ${version}, "definitions": { … } }`);
  const enrichments = new Map<string, Enrichment>();
  for (const [digest, entry] of Object.entries(definitions)) {
    const { tool, phrases, by } = isJsonObject(entry) ? entry : {};
    if (!Array.isArray(phrases) || !phrases.every((phrase) => typeof phrase === 'string')) {
      throw wrong(`definitions.${digest}.phrases must be an array of strings`);
    }
    enrichments.set(digest, {
      tool: typeof tool === 'string' ? tool : '',
      phrases: phrases,
      ...(typeof by === 'string' ? { by } : {}),
    });
  }
  return enrichments;
}

/** Writes the file whole, sorted by tool, so that a change of one definition is one place in a difference. */
export async function writeEnrichments(file: string, enrichments: Enrichments): Promise<void> {
  const entries = [...enrichments].sort(([leftDigest, left], [rightDigest, right]) => {
    return compareCodeUnits(left.tool, right.tool) || compareCodeUnits(leftDigest, rightDigest);
  });
  await mkdir(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}.tmp`;
  await writeFile(draft, `${JSON.stringify({ version, definitions: Object.fromEntries(entries) }, undefined, 2)}\n`);
  await rename(draft, file);
}
