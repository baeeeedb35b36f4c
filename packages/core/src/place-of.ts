/** The run and the tool that some arguments speak of, for an event about them. */
export function placeOf(args: readonly unknown[]): { readonly runId?: string; readonly toolId?: string } {
  const place: { runId?: string; toolId?: string } = {};
  for (const arg of args as readonly { runId?: string; run?: { runId: string }; tool?: { id: string }; id?: string; digest?: string }[]) {
    if (typeof arg !== 'object' || arg === null) continue;
    const runId = arg.run?.runId ?? arg.runId;
    const toolId = arg.tool?.id ?? (arg.digest === undefined ? undefined : arg.id);
    if (runId !== undefined) place.runId = runId;
    if (toolId !== undefined) place.toolId = toolId;
  }
  return place;
}
