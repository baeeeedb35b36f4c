import type { JsonObject } from './json.js';
import type { CallPeer } from './peer.js';
import { extensionPoint } from './tokens.js';

/** What a content provider gets with each request. */
export interface ContentRequestOptions {
  readonly signal: AbortSignal;
  /** Who asks, when that party can be asked back. */
  readonly peer?: CallPeer;
}

/** What a source offers besides tools. */
export interface ContentOffer {
  readonly resources: boolean;
  readonly prompts: boolean;
  readonly completions: boolean;
  /** False while nothing is known of the source, which may then offer anything; `onChange` tells when it is known. Default true. */
  readonly isKnown?: boolean;
}

/**
 * Resources and prompts of one source, in MCP's shapes and with the names and addresses that the source itself uses; whoever shows them
 * to a client adds the owner to them. A method that is absent is something that the source does not offer. `kind` and `owner` are those
 * of its tool source, so that a scope sees the content of exactly the sources that it sees. All methods reject with a `ToolrackError`.
 */
export interface ContentProvider {
  readonly kind: string;
  readonly owner: string;
  /** All pages of `resources/list`. */
  listResources?(options: ContentRequestOptions): Promise<readonly JsonObject[]>;
  /** All pages of `resources/templates/list`. */
  listResourceTemplates?(options: ContentRequestOptions): Promise<readonly JsonObject[]>;
  /** The result of `resources/read`. */
  readResource?(uri: string, options: ContentRequestOptions): Promise<JsonObject>;
  /** Watches one resource (`resources/subscribe`) until the returned function is called; `onUpdated` may be called at any time until then. */
  subscribeResource?(uri: string, onUpdated: () => void, options: ContentRequestOptions): Promise<() => void>;
  /** All pages of `prompts/list`. */
  listPrompts?(options: ContentRequestOptions): Promise<readonly JsonObject[]>;
  /** The result of `prompts/get`. */
  getPrompt?(name: string, promptArguments: Readonly<Record<string, string>>, options: ContentRequestOptions): Promise<JsonObject>;
  /** The result of `completion/complete`; `reference` names a prompt or a resource template as this source does. */
  complete?(request: JsonObject, options: ContentRequestOptions): Promise<JsonObject>;
  /** What the source offers as far as it is known; asks nothing. */
  offers(): ContentOffer;
  /** Registers a listener for "resources or prompts may have changed"; returns its disposer. */
  onChange?(listener: (what: 'resources' | 'prompts') => void): () => void;
}

/** Sources of resources and prompts; a host reads them with `Runtime.contributions`. */
export const ContentProviders = extensionPoint<ContentProvider>('kernel.contentProviders');
