import { compareCodeUnits, reasonOf, sourceId } from '@toolrack/contracts';
import type { ToolDescriptor, ToolProblem, ToolSourceIdentity, Trust } from '@toolrack/contracts';
import { describeAgain, normaliseTool } from './normalise-tool.js';

/** What a listing is read for; `problems` grows by what was left out or repaired. */
export interface ListingContext {
  readonly source: ToolSourceIdentity;
  readonly trust: Trust;
  readonly problems: ToolProblem[];
}

/** How others take part: `tap`, where there is one, may change or refuse each tool, `dropped` hears of every tool that is left out. */
export interface ListingObserver {
  tap?(tool: ToolDescriptor): { readonly tool: ToolDescriptor } | { readonly reason: string; readonly plugin: string };
  dropped(tool: string, reason: string, plugin?: string): void;
}

/** The usable tools of a source's list by name. A bad definition loses itself alone, with its reason. */
export function normaliseListing(
  definitions: readonly unknown[],
  { source, trust, problems }: ListingContext,
  observer: ListingObserver,
): ReadonlyMap<string, ToolDescriptor> {
  const tools = new Map<string, ToolDescriptor>();
  const owner = sourceId(source);
  const drop = (tool: string, reason: string, plugin?: string): void => {
    problems.push({ tool, reason });
    observer.dropped(tool, reason, plugin);
  };
  definitions.forEach((definition, position) => {
    const normalised = normaliseTool(definition as never, source, trust, owner);
    if ('reason' in normalised) return drop(nameOf(definition, position), normalised.reason);
    const { tool, note } = normalised;
    const { name } = tool;
    if (note !== undefined) problems.push({ tool: name, reason: note });
    if (tools.has(name)) return drop(name, 'the source lists this name twice; the first definition is used');
    if (observer.tap === undefined) return tools.set(name, tool);
    const tapped = observer.tap(tool);
    if ('reason' in tapped) return drop(name, tapped.reason, tapped.plugin);
    try {
      return tools.set(name, tapped.tool === tool ? tool : describeAgain(tapped.tool, source));
    } catch (error) {
      return drop(name, `a plugin made the definition unreadable: ${reasonOf(error)}`);
    }
  });
  return tools;
}

/** The tools of one source by id, whose names are all that tells the ids apart. */
export function sortListing(tools: ReadonlyMap<string, ToolDescriptor>): readonly ToolDescriptor[] {
  return Object.freeze([...tools.values()].sort((left, right) => compareCodeUnits(left.name, right.name)));
}

/** Sorted lists of several sources as one, sorted by id. The ids of a source stand together, since its own holds exactly one colon. */
export function mergeListings(
  listings: readonly { readonly id: string; readonly tools: readonly ToolDescriptor[] }[],
): readonly ToolDescriptor[] {
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
