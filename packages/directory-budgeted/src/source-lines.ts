import type { SourceSummary } from '@toolrack/contracts';
import { compactText } from './compact-text.js';

/** Longest name of a source in a directory, in characters. */
const longestName = 64;

/** A source that may have to be named because some of its tools have no row. */
export interface NamedSource {
  readonly id: string;
  /** The operator's name for it: its label or its owner; the id when two sources would read the same. */
  readonly name: string;
  readonly tools: number;
  readonly state: SourceSummary['state'];
}

/** A source that has listed nothing yet and may have tools: a model must not conclude that they do not exist. */
const absent: ReadonlySet<SourceSummary['state']> = new Set(['configured', 'starting', 'failed', 'unauthorised']);

/** The sources with deferred tools and those that are not there, sorted by id. Nothing here comes from a tool. */
export function namedSources(sources: readonly SourceSummary[]): readonly NamedSource[] {
  const named = sources.filter(({ tools, state }) => tools > 0 || absent.has(state));
  const shown = (source: SourceSummary): string => compactText(source.label ?? source.owner, longestName);
  const times = new Map<string, number>();
  for (const source of named) times.set(shown(source), (times.get(shown(source)) ?? 0) + 1);
  return named
    .map((source) => {
      const name = shown(source);
      const isClear = name !== '' && times.get(name) === 1;
      return { id: source.id, name: isClear ? name : compactText(source.id, longestName), ...pick(source) };
    })
    .sort((left, right) => (left.id < right.id ? -1 : left.id > right.id ? 1 : 0));
}

function pick({ tools, state }: SourceSummary): Pick<NamedSource, 'tools' | 'state'> {
  return { tools, state };
}

/** `- name: 3 tools`, with the state unless the source is `started`; `- name: failed` for one that has listed nothing. */
export function sourceLine(source: NamedSource, unlisted: number): string {
  if (source.tools === 0) return `- ${source.name}: ${source.state}`;
  const state = source.state === 'started' ? '' : ` (${source.state})`;
  return `- ${source.name}: ${unlisted} ${unlisted === 1 ? 'tool' : 'tools'}${state}`;
}

/** Stands for sources that have no line of their own. */
export function moreSourcesLine(count: number): string {
  return `- ${count} more ${count === 1 ? 'source' : 'sources'}`;
}
