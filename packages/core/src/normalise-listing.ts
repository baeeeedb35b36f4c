import { compareCodeUnits, reasonOf, sourceId } from '@toolrack/contracts';
import type { ToolDescriptor, ToolProblem, ToolSourceIdentity, Trust } from '@toolrack/contracts';
import { describeAgain, normaliseTool, type DefinitionLimits } from './normalise-tool.js';

/** What a listing is read for; `problems` grows by what was left out or repaired. */
export interface ListingContext {
  readonly source: ToolSourceIdentity;
  readonly trust: Trust;
  readonly problems: ToolProblem[];
  /** Default `defaultLimits`. */
  readonly limits?: DefinitionLimits;
}

/** How others take part: `tap`, where there is one, may change or refuse each tool, `dropped` hears of every tool that is left out. */
export interface ListingObserver {
  tap?(tool: ToolDescriptor): { readonly tool: ToolDescriptor } | { readonly reason: string; readonly plugin: string };
  dropped(tool: string, reason: string, plugin?: string): void;
}

/** What is odd about a definition: it cannot be used, and what it is to be called then, or it was repaired. */
type Oddity = { readonly reason: string; readonly name: string } | { readonly note: string };

/** The usable tools of a source's list, sorted by id. A bad definition loses itself alone, with its reason. */
export function normaliseListing(
  definitions: readonly unknown[],
  context: ListingContext,
  observer: ListingObserver,
): readonly ToolDescriptor[] {
  const { source, trust, limits } = context;
  const owner = sourceId(source);
  const tools: ToolDescriptor[] = [];
  const oddities = new Map<number, Oddity>();
  let read = 0;
  definitions.forEach((definition, position) => {
    const made = normaliseTool(definition as never, source, trust, owner, limits);
    read += 1;
    if ('reason' in made) return void oddities.set(read, { reason: made.reason, name: nameOf(definition, position) });
    if (made.note !== undefined) oddities.set(read, { note: made.note });
    return void tools.push(made.tool);
  });
  if (oddities.size === 0 && observer.tap === undefined) {
    // Nearly every list is used as it is; that a name stands twice is seen when it is sorted.
    const sorted = [...tools].sort(byName);
    if (sorted.every((tool, place) => place === 0 || tool.name !== sorted[place - 1]?.name)) return Object.freeze(sorted);
  }
  return Object.freeze([...keepUsable(tools, oddities, context, observer).values()].sort(byName));
}

/** Tells of what is odd and drops what is listed twice or refused by a tap, in the order of the definitions. */
function keepUsable(
  tools: readonly ToolDescriptor[],
  oddities: ReadonlyMap<number, Oddity>,
  { source, problems }: ListingContext,
  observer: ListingObserver,
): ReadonlyMap<string, ToolDescriptor> {
  const kept = new Map<string, ToolDescriptor>();
  const drop = (tool: string, reason: string, plugin?: string): void => {
    problems.push({ tool, reason });
    observer.dropped(tool, reason, plugin);
  };
  const keep = (tool: ToolDescriptor): void => {
    const { name } = tool;
    if (kept.has(name)) return drop(name, 'the source lists this name twice; the first definition is used');
    const tapped = observer.tap === undefined ? { tool } : observer.tap(tool);
    if ('reason' in tapped) return drop(name, tapped.reason, tapped.plugin);
    try {
      kept.set(name, tapped.tool === tool ? tool : describeAgain(tapped.tool, source));
    } catch (error) {
      drop(name, `a plugin made the definition unreadable: ${reasonOf(error)}`);
    }
  };
  let place = 1;
  const tellOfUnusable = (): void => {
    for (let odd = oddities.get(place); odd !== undefined && 'reason' in odd; odd = oddities.get((place += 1))) drop(odd.name, odd.reason);
  };
  for (const tool of tools) {
    tellOfUnusable();
    const odd = oddities.get(place);
    if (odd !== undefined && 'note' in odd) problems.push({ tool: tool.name, reason: odd.note });
    keep(tool);
    place += 1;
  }
  tellOfUnusable();
  return kept;
}

/** The ids of one source differ in the names alone. */
function byName(left: ToolDescriptor, right: ToolDescriptor): number {
  return compareCodeUnits(left.name, right.name);
}

/** The tool of that name in a list that `normaliseListing` made. */
export function findNamed(tools: readonly ToolDescriptor[], name: string): ToolDescriptor | undefined {
  let [low, high] = [0, tools.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((tools[middle] as ToolDescriptor).name < name) low = middle + 1;
    else high = middle;
  }
  return tools[low]?.name === name ? tools[low] : undefined;
}

/** Sorted lists of several sources as one, sorted by id. The ids of a source stand together, since its own holds exactly one colon. */
export function mergeListings(
  listings: readonly { readonly id: string; readonly tools: readonly ToolDescriptor[] }[],
): readonly ToolDescriptor[] {
  const [only] = listings;
  if (only !== undefined && listings.length === 1) return only.tools;
  const sorted = [...listings].sort((left, right) => compareCodeUnits(`${left.id}:`, `${right.id}:`));
  return sorted.flatMap(({ tools }) => tools);
}

function nameOf(definition: unknown, position: number): string {
  try {
    const name: unknown = (definition as { name?: unknown } | undefined)?.name;
    return typeof name === 'string' && name !== '' ? name.slice(0, 128) : `#${position + 1}`;
  } catch {
    return `#${position + 1}`;
  }
}
