import { reasonOf, type ToolDescriptor, type ToolProblem, type ToolSourceIdentity, type Trust } from '@toolrack/contracts';
import { describeAgain, normaliseTool } from './normalise-tool.js';

/** What a listing is read for; `problems` grows by what was left out or repaired. */
export interface ListingContext {
  readonly source: ToolSourceIdentity;
  readonly trust: Trust;
  readonly problems: ToolProblem[];
}

/** How others take part: `tap` may change or refuse each tool, `dropped` hears of every tool that is left out. */
export interface ListingObserver {
  tap(tool: ToolDescriptor): { readonly tool: ToolDescriptor } | { readonly reason: string; readonly plugin: string };
  dropped(tool: string, reason: string, plugin?: string): void;
}

/** The usable tools of a source's list by id. A bad definition loses itself alone, with its reason. */
export function normaliseListing(
  definitions: readonly unknown[],
  { source, trust, problems }: ListingContext,
  observer: ListingObserver,
): ReadonlyMap<string, ToolDescriptor> {
  const tools = new Map<string, ToolDescriptor>();
  const drop = (tool: string, reason: string, plugin?: string): void => {
    problems.push({ tool, reason });
    observer.dropped(tool, reason, plugin);
  };
  definitions.forEach((definition, position) => {
    const normalised = normaliseTool(definition as never, source, trust);
    if ('reason' in normalised) return drop(nameOf(definition, position), normalised.reason);
    const { tool, note } = normalised;
    if (note !== undefined) problems.push({ tool: tool.name, reason: note });
    if (tools.has(tool.id)) return drop(tool.name, 'the source lists this name twice; the first definition is used');
    const tapped = observer.tap(tool);
    if ('reason' in tapped) return drop(tool.name, tapped.reason, tapped.plugin);
    try {
      tools.set(tool.id, tapped.tool === tool ? tool : describeAgain(tapped.tool, source));
    } catch (error) {
      drop(tool.name, `a plugin made the definition unreadable: ${reasonOf(error)}`);
    }
  });
  return tools;
}

function nameOf(definition: unknown, position: number): string {
  try {
    const name: unknown = (definition as { name?: unknown } | undefined)?.name;
    return typeof name === 'string' && name !== '' ? name.slice(0, 128) : `#${position + 1}`;
  } catch {
    return `#${position + 1}`;
  }
}
