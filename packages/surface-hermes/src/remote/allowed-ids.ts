import { type SurfaceSession } from '@toolrack/contracts';

/** Those of the ids that the session may know of, asked once each. Any doubt is a no. */
export async function allowedIds(ids: readonly string[], session: SurfaceSession): Promise<ReadonlySet<string>> {
  const asked = [...new Set(ids)].map(async (id) => {
    const tool = await session.resolve?.(id).catch(() => undefined);
    return tool === undefined ? [] : [id];
  });
  return new Set((await Promise.all(asked)).flat());
}
