import type { ResultKeeper, SurfaceSession, SurfaceView, ToolDescriptor } from '@toolrack/contracts';
import type { CatalogLookup } from '../lookup/catalog-lookup.js';

/** The tool that reads on in kept results, as far as this run may call it. */
export async function findReader(session: SurfaceSession, keeper: ResultKeeper | undefined): Promise<ToolDescriptor | undefined> {
  for (const id of keeper?.reader.ids ?? []) {
    const tool = session.find(id)?.tool ?? (await session.resolve?.(id));
    if (tool !== undefined) return tool;
  }
  return undefined;
}

/** What the tool is shown as beside the tools of servers: its own name, else one that none of them is called by. */
export function shownReaderName(view: SurfaceView, { reader }: ResultKeeper): string {
  let name = reader.name;
  for (let count = 1; view.called(name) !== undefined; count += 1) name = `toolrack_${reader.name}${count === 1 ? '' : `_${count}`}`;
  return name;
}

/** True for a reference that means the tool that reads on. A server's tool of the same name goes before the name, none before the id. */
export function meansReader(reference: string, keeper: ResultKeeper | undefined, lookup: CatalogLookup): boolean {
  if (keeper === undefined) return false;
  return keeper.reader.ids.includes(reference) || (reference === keeper.reader.name && lookup.byName(reference).length === 0);
}
