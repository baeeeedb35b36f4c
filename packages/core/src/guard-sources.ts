import { ContentProviders, SourceGuards, type ContentProvider, type SourceGuard, type ToolSource } from '@toolrack/contracts';

interface Contribution<Value> {
  readonly plugin: string;
  readonly value: Value;
}

/** The source with every guard in front of it. */
export function guardSource(guards: readonly Contribution<SourceGuard>[], source: ToolSource): ToolSource {
  return guards.reduce((given, { value }) => value.source(given), source);
}

/** Puts every guard in front of what was contributed as content; asked once, when nothing can be added any more. */
export function guardContents(points: Map<string, Contribution<unknown>[]>): void {
  const guards = (points.get(SourceGuards.id) ?? []) as readonly Contribution<SourceGuard>[];
  const providers = (points.get(ContentProviders.id) ?? []) as readonly Contribution<ContentProvider>[];
  if (guards.length === 0 || providers.length === 0) return;
  points.set(
    ContentProviders.id,
    providers.map(({ plugin, value }) => ({ plugin, value: guards.reduce((given, guard) => guard.value.content(given), value) })),
  );
}
