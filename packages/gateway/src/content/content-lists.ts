import { contentForModel, shownName, ToolrackError, type ContentRequestOptions, type JsonObject, type Logger } from '@toolrack/contracts';
import type { Place } from './places.js';
import { promptNames } from './prompt-names.js';
import { showUri } from './shown-uri.js';

/** `namespaced`: every name and address begins with its source. `original`: sources' own, as far as they are unique. */
export type ContentNaming = 'namespaced' | 'original';

/** What is listed, and where each entry comes from. */
export interface ContentList {
  readonly items: readonly JsonObject[];
  /** By shown name or address. */
  readonly origins: ReadonlyMap<string, { readonly place: Place; readonly own: string }>;
}

/** A kind of list. */
export type ListKind = 'resources' | 'templates' | 'prompts';

/** Which member of an entry names it. */
export const nameKeys = { resources: 'uri', templates: 'uriTemplate', prompts: 'name' } as const;

interface Entry {
  readonly place: Place;
  readonly item: JsonObject;
  readonly own: string;
}

/**
 * Lists what all places offer of one kind. A place that fails is left out and reported; only when every place fails does the list fail,
 * with the first reason. Entries without a name are left out.
 */
export async function listContent(
  places: readonly Place[],
  kind: ListKind,
  naming: ContentNaming,
  options: ContentRequestOptions,
  logger: Logger | undefined,
): Promise<ContentList> {
  const asked = places.filter(({ provider }) => provider.offers()[kind === 'prompts' ? 'prompts' : 'resources'] && lister(provider, kind));
  const listed = await Promise.allSettled(asked.map(async ({ provider }) => (await lister(provider, kind)?.(options)) ?? []));
  const failures = listed.flatMap((outcome, index) =>
    outcome.status === 'rejected' ? [{ index, reason: outcome.reason as unknown }] : [],
  );
  for (const { index, reason } of failures) {
    const text = ToolrackError.is(reason) ? reason.message : 'unexpected failure';
    logger?.warn(`A source could not list its ${kind}.`, { source: asked[index]?.id, reason: text });
  }
  if (failures.length > 0 && failures.length === asked.length) throw failures[0]?.reason;
  const entries = listed.flatMap((outcome, index): readonly Entry[] =>
    outcome.status === 'rejected' ? [] : outcome.value.flatMap((item) => toEntry(asked[index] as Place, item, nameKeys[kind])),
  );
  return name(entries, kind, naming);
}

function toEntry(place: Place, item: JsonObject, key: string): readonly Entry[] {
  const own = item[key];
  return typeof own === 'string' && own !== '' ? [{ place, item, own }] : [];
}

function name(entries: readonly Entry[], kind: ListKind, naming: ContentNaming): ContentList {
  const shown =
    kind === 'prompts'
      ? promptNames(
          entries.map(({ place, own }) => ({ source: place.id, owner: place.provider.owner, name: own })),
          naming === 'original',
        )
      : uriNames(entries, naming);
  const origins = new Map<string, { place: Place; own: string }>();
  const items: JsonObject[] = [];
  for (const [index, { place, item, own }] of entries.entries()) {
    const name = shown[index] as string;
    // A source that lists one thing twice shows it once.
    if (origins.has(name)) continue;
    origins.set(name, { place, own });
    items.push({ ...contentForModel(item), [nameKeys[kind]]: name });
  }
  return { items, origins };
}

/** With original names the first source keeps an address that several list. */
function uriNames(entries: readonly Entry[], naming: ContentNaming): readonly string[] {
  const owners = new Map<string, Place>();
  return entries.map(({ place, own }) => {
    const first = owners.get(own) ?? place;
    owners.set(own, first);
    return shownName(naming === 'original' && first === place ? own : showUri({ key: place.key, uri: own }));
  });
}

type Lister = (options: ContentRequestOptions) => Promise<readonly JsonObject[]>;

function lister(provider: Place['provider'], kind: ListKind): Lister | undefined {
  switch (kind) {
    case 'resources':
      return provider.listResources?.bind(provider);
    case 'templates':
      return provider.listResourceTemplates?.bind(provider);
    case 'prompts':
      return provider.listPrompts?.bind(provider);
  }
}
