import { isJsonObject, type ContentProvider, type ContentRequestOptions, type JsonObject } from '@toolrack/contracts';
import type { ServerDefinition } from '../server-options.js';
import type { ServerSession } from '../server-session.js';
import { ContentRequester, malformed } from './content-requester.js';
import { listPages } from './list-pages.js';
import { ResourceWatch } from './resource-watch.js';

/** What a server says that it offers besides tools. */
export interface ContentOffers {
  readonly resources: boolean;
  readonly prompts: boolean;
  readonly completions: boolean;
  /** Whether single resources can be watched. */
  readonly subscriptions: boolean;
  /** False before the first start that anybody remembers. */
  readonly isKnown?: false;
}

/** The offers in a server's capabilities. */
export function contentOffers(capabilities: Readonly<Record<string, unknown>>): ContentOffers {
  return {
    resources: capabilities['resources'] !== undefined,
    prompts: capabilities['prompts'] !== undefined,
    completions: capabilities['completions'] !== undefined,
    subscriptions: isJsonObject(capabilities['resources']) && capabilities['resources']['subscribe'] === true,
  };
}

/**
 * Resources and prompts of one MCP server, as the server names them. The server is started when something is asked of it, and not for
 * `offers`, which tells what is known from its last start. What a server does not declare is an empty list.
 */
export class McpContent implements ContentProvider {
  readonly kind = 'mcp';
  readonly owner: string;
  /** Present while the server is known to have it. */
  subscribeResource?: NonNullable<ContentProvider['subscribeResource']>;
  /** The resources that somebody watches. */
  readonly watch: ResourceWatch;
  private isKnown = false;
  private readonly requester: ContentRequester;
  private readonly listeners = new Set<(what: 'resources' | 'prompts') => void>();

  constructor(
    private readonly session: ServerSession,
    definition: ServerDefinition,
    /** What is remembered of an earlier run of the program. */
    private readonly remembered: () => ContentOffers | undefined = () => undefined,
  ) {
    this.owner = definition.name;
    this.requester = new ContentRequester(session, definition);
    this.watch = new ResourceWatch(session, this.requester);
  }

  async listResources(options: ContentRequestOptions): Promise<readonly JsonObject[]> {
    return await this.list('resources/list', 'resources', 'uri', options);
  }

  async listResourceTemplates(options: ContentRequestOptions): Promise<readonly JsonObject[]> {
    return await this.list('resources/templates/list', 'resourceTemplates', 'uriTemplate', options);
  }

  async readResource(uri: string, options: ContentRequestOptions): Promise<JsonObject> {
    const result = await this.requester.ask('resources/read', { uri }, options);
    if (!Array.isArray(result['contents'])) throw malformed(this.owner, 'resources/read', 'its "contents" are not a list');
    return result;
  }

  async listPrompts(options: ContentRequestOptions): Promise<readonly JsonObject[]> {
    return await this.list('prompts/list', 'prompts', 'name', options);
  }

  async getPrompt(name: string, promptArguments: Readonly<Record<string, string>>, options: ContentRequestOptions): Promise<JsonObject> {
    const result = await this.requester.ask('prompts/get', { name, arguments: promptArguments }, options);
    if (!Array.isArray(result['messages'])) throw malformed(this.owner, 'prompts/get', 'its "messages" are not a list');
    return result;
  }

  async complete(request: JsonObject, options: ContentRequestOptions): Promise<JsonObject> {
    const result = await this.requester.ask('completion/complete', request, options);
    const completion = result['completion'] as { readonly values?: unknown } | undefined;
    if (!Array.isArray(completion?.values)) throw malformed(this.owner, 'completion/complete', 'its "completion" has no list of values');
    return result;
  }

  offers(): ContentOffers {
    const { capabilities } = this.session;
    if (capabilities !== undefined) return contentOffers(capabilities);
    return this.remembered() ?? { ...contentOffers({}), isKnown: false };
  }

  onChange(listener: (what: 'resources' | 'prompts') => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** The server says, or a restart makes it likely, that something changed. */
  changed(what: 'resources' | 'prompts'): void {
    for (const listener of this.listeners) listener(what);
  }

  /** The server was started. What it offers is news to those who asked before. */
  started(): void {
    this.learn();
    this.watch.started();
    if (this.isKnown) return;
    this.isKnown = true;
    for (const what of ['resources', 'prompts'] as const) if (this.offers()[what]) this.changed(what);
  }

  /** What is known of the server may have changed. */
  learn(): void {
    this.isKnown ||= this.remembered() !== undefined;
    if (this.offers().subscriptions) {
      this.subscribeResource ??= async (uri, onUpdated, options) => await this.watch.subscribe(uri, onUpdated, options);
    } else {
      delete this.subscribeResource;
    }
  }

  dispose(): void {
    this.watch.dispose();
    this.listeners.clear();
  }

  private async list(method: string, part: string, key: string, options: ContentRequestOptions): Promise<readonly JsonObject[]> {
    return await this.requester.perform(method, options, async (connection, signal) => {
      const needed = method.startsWith('prompts') ? 'prompts' : 'resources';
      if (!contentOffers(connection.capabilities)[needed]) return [];
      return await listPages(connection, method, part, key, signal);
    });
  }
}
