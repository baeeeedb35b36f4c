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

/** The sources with deferred tools, sorted by id. Nothing here comes from a tool. */
export function namedSources(sources: readonly SourceSummary[]): readonly NamedSource[] {
  const withTools = sources.filter((source) => source.tools > 0);
  const shown = (source: SourceSummary): string => compactText(source.label ?? source.owner, longestName);
  const times = new Map<string, number>();
  for (const source of withTools) times.set(shown(source), (times.get(shown(source)) ?? 0) + 1);
  return withTools
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

/** `- name: 3 tools`, with the state unless the source is `started`. */
export function sourceLine(source: NamedSource, unlisted: number): string {
  const state = source.state === 'started' ? '' : ` (${source.state})`;
  return `- ${source.name}: ${unlisted} ${unlisted === 1 ? 'tool' : 'tools'}${state}`;
}

/** Stands for sources that have no line of their own. */
export function moreSourcesLine(count: number): string {
  return `- ${count} more ${count === 1 ? 'source' : 'sources'}`;
}
