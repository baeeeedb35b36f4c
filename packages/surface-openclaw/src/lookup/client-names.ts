import { type SurfaceView, ToolrackError } from '@toolrack/contracts';
import { type RunSettings } from '../settings/run-settings.js';
import { coreCodingNames, isCoreTool } from './core-tools.js';

const aliases: Readonly<Record<string, string>> = { bash: 'exec' };
/** The control of the retired code mode; old sessions still hold calls of it. */
const retiredControl = 'tool_search_code';

/** A tool name as policies compare it: trimmed, in lower case, hyphens and blanks as `_`, old names of core tools replaced. */
export function normaliseToolName(name: string): string {
  const plain = name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/gu, '_');
  return Object.hasOwn(aliases, plain) ? (aliases[plain] as string) : plain;
}

/**
 * Refuses names of caller's tools that clash with taken names or with each other. Names are compared as policies
 * compare them. Throws `ERR_RUN_REQUEST` that lists every clashing name.
 */
export function assertClientToolNames(clientNames: readonly string[], takenNames: Iterable<string>): void {
  const taken = new Set([...takenNames].map(normaliseToolName));
  const clashes = clientNames.filter((name) => {
    const plain = normaliseToolName(name);
    const isTaken = taken.has(plain);
    taken.add(plain);
    return isTaken;
  });
  if (clashes.length === 0) return;
  throw new ToolrackError(
    'ERR_RUN_REQUEST',
    `Names of client tools clash with other tools: ${clashes.map((name) => JSON.stringify(name)).join(', ')}.`,
    { hint: 'Rename them and start the run again.', fields: { names: clashes } },
  );
}

/**
 * The check of a run: taken are the controls, that of the retired code mode, the core coding names, and in directory mode the name of every other tool,
 * else those of core tools.
 */
export function assertClientNamesInView(view: SurfaceView, mode: RunSettings['mode'], controlNames: readonly string[]): void {
  const clientNames = (view.run.client?.tools ?? []).flatMap((tool: { readonly name?: unknown } | null) =>
    typeof tool?.name === 'string' ? [tool.name] : [],
  );
  if (clientNames.length === 0) return;
  const others = view.entries.filter(({ tool }) => tool.source.kind !== 'client' && (mode === 'directory' || isCoreTool(tool)));
  assertClientToolNames(clientNames, [...controlNames, retiredControl, ...coreCodingNames, ...others.map(({ tool }) => tool.name)]);
}
