import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from '@modelcontextprotocol/server';
import { contentForModel, isJsonObject, isShownName, jsonForModel, matchPattern, textForModel, ToolrackError } from '@toolrack/contracts';
import type { ContentRequestOptions, JsonObject, Logger } from '@toolrack/contracts';
import type { ScopeRuns } from '../runs/scope-runs.js';
import type { SharedRun } from '../runs/shared-run.js';
import { listContent, type ContentList, type ContentNaming, type ListKind } from './content-lists.js';
import { ContentWatch, type ContentKind, type WatchedContent } from './content-watch.js';
import { placesOf, type Place } from './places.js';
import { readShownUri, showUri } from './shown-uri.js';
import { watchResource, type WatchedResource } from './watched-resource.js';
import { showContents, showMessages } from './shown-content.js';

/** How content is shown. */
export interface ContentOptions {
  readonly naming: ContentNaming;
  readonly logger?: Logger | undefined;
}

/** What there is to show. */
export interface ContentOffers {
  readonly resources: boolean;
  /** Whether some of the resources can be watched. */
  readonly subscriptions: boolean;
  readonly prompts: boolean;
  readonly completions: boolean;
}

/** Where an address leads, and how addresses of that source are shown to the one who asked. */
interface Target {
  readonly place: Place;
  readonly own: string;
  readonly map: (uri: string) => string;
}

/** The resources and prompts that one scope sees. All methods reject with a `ProtocolError` or a `ToolrackError`. */
export class ScopeContent implements WatchedContent {
  /** The last lists by kind, for names and addresses that come back. */
  private readonly lists = new Map<ListKind, { readonly shared: SharedRun; readonly list: ContentList }>();

  private readonly watch: ContentWatch;

  constructor(
    private readonly runs: ScopeRuns,
    private readonly options: ContentOptions,
  ) {
    this.watch = new ContentWatch(runs, this, options.logger);
  }

  /**
   * What the sources of the run offer, as far as it is known; asks nothing. A connection keeps what it was told at its beginning, so while one source is
   * unknown everything is offered: a list that stays empty does no harm, and one that is never asked for is never told of.
   */
  offers(shared: SharedRun): ContentOffers {
    const places = this.places(shared);
    const all = places.map(({ provider }) => provider.offers());
    if (all.some(({ isKnown }) => isKnown === false)) return { resources: true, subscriptions: true, prompts: true, completions: true };
    return {
      resources: all.some(({ resources }) => resources),
      subscriptions: places.some(({ provider }, index) => provider.subscribeResource !== undefined && all[index]?.resources === true),
      prompts: all.some(({ prompts }) => prompts),
      completions: all.some(({ completions }) => completions),
    };
  }

  /** One list as a client is shown it. */
  async list(kind: ListKind, options: ContentRequestOptions): Promise<readonly JsonObject[]> {
    return this.withRun(async (shared) => {
      const { items } = await this.fresh(shared, kind, options);
      this.watch.saw(shared, kind, items);
      return items;
    });
  }

  /** Calls the listener when a list that a client has been shown would now look different; returns its disposer. */
  onChanged(listener: (what: ContentKind) => void): () => void {
    return this.watch.onChanged(listener);
  }

  async peek(kind: ListKind, signal: AbortSignal): Promise<readonly JsonObject[]> {
    return this.withRun(async (shared) => (await this.fresh(shared, kind, { signal })).items);
  }

  close(): void {
    this.watch.close();
  }

  async read(uri: string, options: ContentRequestOptions): Promise<JsonObject> {
    return this.withRun(async (shared) => {
      const { place, own, map } = await this.locate(shared, uri, options);
      if (place.provider.readResource === undefined) throw new ResourceNotFoundError(uri);
      const result = await place.provider.readResource(own, options).catch((error: unknown) => {
        throw isNotFound(error) ? new ResourceNotFoundError(uri) : asProtocolError(error);
      });
      return contentForModel(showContents(result, map));
    });
  }

  async getPrompt(name: string, given: Readonly<Record<string, string>>, options: ContentRequestOptions): Promise<JsonObject> {
    return this.withRun(async (shared) => {
      const { place, own } = await this.prompt(shared, name, options);
      if (place.provider.getPrompt === undefined) throw unknownPrompt(name);
      const result = await place.provider.getPrompt(own, given, options).catch(rethrow);
      return contentForModel(showMessages(result, (uri) => this.show(place, uri)));
    });
  }

  /** `request` is that of `completion/complete` with a shown name or template in its `ref`. */
  async complete(request: JsonObject, options: ContentRequestOptions): Promise<JsonObject> {
    const reference = isJsonObject(request['ref']) ? request['ref'] : {};
    const { name, uri } = reference;
    return this.withRun(async (shared) => {
      const isPrompt = reference['type'] === 'ref/prompt' && typeof name === 'string';
      const { place, own } = isPrompt
        ? await this.prompt(shared, name, options)
        : await this.locate(shared, typeof uri === 'string' ? uri : '', options);
      if (place.provider.complete === undefined) return { completion: { values: [] } };
      const ref = { ...reference, ...(isPrompt ? { name: own } : { uri: own }) };
      return jsonForModel(await place.provider.complete({ ...request, ref }, options).catch(rethrow));
    });
  }

  /** Watches a resource until the returned function is called. Rejects when there is none, or its source cannot watch it. */
  async subscribe(uri: string, onUpdated: () => void, options: ContentRequestOptions): Promise<() => void> {
    return this.withRun(async (shared) => {
      const { place, own } = await this.locate(shared, uri, options);
      const watch: WatchedResource['watch'] = async (provider, tell, signal = options.signal) => {
        if (provider.subscribeResource !== undefined) return provider.subscribeResource(own, tell, { ...options, signal }).catch(rethrow);
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'The source of this resource does not report changes of it.', { uri });
      };
      const find: WatchedResource['find'] = ({ id }) =>
        this.withRun(async (newest) => this.places(newest).find((each) => each.id === id)?.provider);
      return watchResource({ runs: this.runs, find, watch }, { place, shared, onUpdated });
    });
  }

  /** The visible providers of a run. */
  places(shared: SharedRun): readonly Place[] {
    return placesOf(shared, this.runs.isLimited);
  }

  private show(place: Place, uri: string): string {
    return this.options.naming === 'original' ? uri : showUri({ key: place.key, uri });
  }

  private async withRun<Result>(work: (shared: SharedRun) => Promise<Result>): Promise<Result> {
    const lease = await this.runs.lease();
    try {
      return await work(lease.shared);
    } finally {
      lease.release();
    }
  }

  private async fresh(shared: SharedRun, kind: ListKind, options: ContentRequestOptions): Promise<ContentList> {
    const list = await listContent(this.places(shared), kind, this.options.naming, options, this.options.logger);
    this.lists.set(kind, { shared, list });
    return list;
  }

  /** The last list if it is of this run, else a new one. */
  private async known(shared: SharedRun, kind: ListKind, options: ContentRequestOptions): Promise<ContentList> {
    const last = this.lists.get(kind);
    return last?.shared === shared ? last.list : this.fresh(shared, kind, options);
  }

  private async prompt(shared: SharedRun, name: string, options: ContentRequestOptions): Promise<{ place: Place; own: string }> {
    const found = (await this.known(shared, 'prompts', options)).origins.get(name);
    const origin = found ?? (await this.fresh(shared, 'prompts', options)).origins.get(name);
    if (origin === undefined) throw unknownPrompt(name);
    return origin;
  }

  /**
   * The source that an address leads to. Besides shown addresses those that a source itself wrote into a result are understood: they lead
   * to the one source with resources, or to the first that lists them or has a template for them.
   */
  private async locate(shared: SharedRun, uri: string, options: ContentRequestOptions): Promise<Target> {
    const places = this.places(shared).filter(({ provider }) => provider.offers().resources);
    const unclean = isShownName(uri) ? (await this.known(shared, 'resources', options)).origins.get(uri) : undefined;
    if (unclean !== undefined) return { ...unclean, map: (own) => this.show(unclean.place, own) };
    const shown = readShownUri(uri);
    const named = shown === undefined ? undefined : places.find(({ key }) => key === shown.key);
    if (shown !== undefined && named !== undefined) {
      return { place: named, own: shown.uri, map: (own) => showUri({ key: named.key, uri: own }) };
    }
    const map = (own: string): string => own;
    // An address of a gateway, but no source of this one: it may be that of a gateway behind it, which must then list it.
    const only = places.length === 1 && shown === undefined ? places[0] : undefined;
    if (only !== undefined) return { place: only, own: uri, map };
    for (const kind of ['resources', 'templates'] as const) {
      if (places.length === 0) break;
      const isIt = ({ own }: { own: string }): boolean => own === uri || (kind === 'templates' && fits(own, uri));
      const known = [...(await this.known(shared, kind, options)).origins.values()].find(isIt);
      const found = known ?? [...(await this.fresh(shared, kind, options)).origins.values()].find(isIt);
      if (found !== undefined) return { place: found.place, own: uri, map };
    }
    throw new ResourceNotFoundError(uri);
  }
}

/** Whether a template could have been expanded to the address; its expressions stand for anything. */
function fits(template: string, uri: string): boolean {
  return matchPattern(template.replace(/\{[^{}]*\}/gu, '*'), uri);
}

function unknownPrompt(name: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown prompt ${JSON.stringify(name.slice(0, 100))}.`);
}

function rpcCode(error: unknown): number | undefined {
  const code = ToolrackError.is(error) ? error.fields['rpcCode'] : undefined;
  return typeof code === 'number' ? code : undefined;
}

/** Servers of the session era say -32002, later ones -32602. */
function isNotFound(error: unknown): boolean {
  return [-32002, -32602].includes(rpcCode(error) ?? 0);
}

/** A source's own refusal keeps its code. */
function asProtocolError(error: unknown): unknown {
  const code = rpcCode(error);
  return code === undefined || !ToolrackError.is(error)
    ? error
    : new ProtocolError(code, textForModel(error.toModelText()), jsonForModel(error.fields['rpcData']));
}

function rethrow(error: unknown): never {
  throw asProtocolError(error);
}
