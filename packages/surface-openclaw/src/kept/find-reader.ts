import type { ResultKeeper, SurfaceSession, ToolDescriptor } from '@toolrack/contracts';

/** The tool that reads on in kept results, as far as this run may call it. */
export async function findReader(session: SurfaceSession, keeper: ResultKeeper | undefined): Promise<ToolDescriptor | undefined> {
  for (const id of keeper?.reader.ids ?? []) {
    const tool = session.find(id)?.tool ?? (await session.resolve?.(id));
    if (tool !== undefined) return tool;
  }
  return undefined;
}

/** True for a reference that means the tool that reads on. */
export function meansReader(reference: string, keeper: ResultKeeper | undefined): boolean {
  return keeper !== undefined && (reference === keeper.reader.name || keeper.reader.ids.includes(reference));
}
