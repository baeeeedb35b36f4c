import { ToolrackError, type SourceListing, type ToolDefinition, type ToolResult } from '@toolrack/contracts';
import { ProtocolError } from '@modelcontextprotocol/client';
import { httpStatus } from './server-failure.js';
import { definitionDigest } from './cache/definition-digest.js';
import type { KeptLists } from './cache/list-record.js';
import { canonicalText } from './canonical-text.js';
import type { Connection } from './connection.js';
import { contentOffers, type ContentOffers } from './content/mcp-content.js';
import { listTools, type ToolList } from './list-tools.js';
import { saysToolIsMissing } from './missing-tool.js';
import type { ServerDefinition } from './server-options.js';
import type { ServerSession } from './server-session.js';
import type { ToolFacts } from './tool-definition.js';
import { untilAborted } from './until-aborted.js';

/** Listings in a row while the server keeps saying that its list changed meanwhile. */
const mostRounds = 3;
/** Longest pause between two listings that a server asks for without having changed anything, in milliseconds. */
const longestDebounceMs = 60_000;

/**
 * The last list of one server: fetched when asked for, kept until the server says that it changed. What an earlier run of the program
 * kept in the store stands in until the server runs.
 */
export class ToolListCache {
  private last?: ToolList;
  private text = '';
  /** What was last handed to a caller or announced to listeners. */
  private announced?: string;
  private isStale = true;
  private expiresAt = Infinity;
  private changes = 0;
  private debounceMs: number;
  private timer?: NodeJS.Timeout;
  private refreshing?: Promise<SourceListing>;
  private waiters = 0;
  private readonly listeners = new Set<() => void>();
  private isDisposed = false;
  private readonly digest: string;
  /** Settles when it is known what an earlier run kept. */
  private remembering: Promise<void> = Promise.resolve();
  /** The list is that of an earlier run; the server was not asked yet. */
  private isOld = false;
  private oldOffers?: ContentOffers;

  constructor(
    private readonly session: ServerSession,
    private readonly definition: ServerDefinition,
    private readonly store?: KeptLists,
  ) {
    this.debounceMs = definition.changeDebounceMs;
    this.digest = definitionDigest(definition.endpoint);
  }

  get hasList(): boolean {
    return this.last !== undefined;
  }

  /** The list is that of an earlier run of the program. */
  get isRemembered(): boolean {
    return this.isOld;
  }

  /** What the server offered in an earlier run. */
  get rememberedOffers(): ContentOffers | undefined {
    return this.oldOffers;
  }

  /** Looks up what an earlier run kept; before the first list. Never rejects. */
  async remember(): Promise<void> {
    this.remembering = this.load();
    await this.remembering;
  }

  get isListing(): boolean {
    return this.refreshing !== undefined;
  }

  /** What is known of a listed tool beyond its definition. */
  factsOf(name: string): ToolFacts {
    return this.last?.facts.get(name) ?? {};
  }

  /** The server has said since its last list that the list may have changed, or was not asked since an earlier run of the program. */
  get isInDoubt(): boolean {
    return this.isStale && this.last !== undefined;
  }

  definitionOf(name: string): ToolDefinition | undefined {
    return this.last?.tools.find((tool) => tool.name === name);
  }

  /** The kept list when it is current, otherwise a fresh one. Rejects with `ERR_SOURCE_FAILED`. */
  async list(signal: AbortSignal): Promise<SourceListing> {
    await this.remembering;
    if (this.last !== undefined && !this.isStale && this.session.isConnected && Date.now() < this.expiresAt) {
      return this.listing(this.last);
    }
    if (this.last !== undefined && this.isOld && !this.session.isConnected) return this.oldListing(this.last);
    this.waiters += 1;
    try {
      const listing = await untilAborted(this.refresh(), signal, () => this.notYet());
      this.announced = this.text;
      return listing;
    } finally {
      this.waiters -= 1;
    }
  }

  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** The server says, or a call shows, that the list may have changed. */
  changed(): void {
    this.changes += 1;
    this.isStale = true;
    this.schedule(this.debounceMs);
  }

  /** The server was started for something else than a list. */
  started(): void {
    if (this.isOld && !this.isListing) this.changed();
  }

  /** Looks at a result: a tool that is gone means that the list is old. */
  heard(result: ToolResult, name: string): void {
    const [first] = result.content;
    if (result.isError === true && first?.type === 'text') this.missed(first.text, name);
  }

  /** The same for a refused call. */
  refused(error: ToolrackError, name: string): void {
    if (error.code === 'ERR_CALL_FAILED') this.missed(error.message, name);
  }

  /** Also waits for a file that is being written. */
  async dispose(): Promise<void> {
    this.isDisposed = true;
    clearTimeout(this.timer);
    this.listeners.clear();
    await this.store?.settle();
  }

  private async load(): Promise<void> {
    const record = await this.store?.load(this.digest, this.definition.name);
    if (record === undefined || this.last !== undefined) return;
    // It may have been kept before the server had its present secrets.
    const list = { ...record.list, tools: this.session.mask.within(record.list.tools) };
    this.last = list;
    this.text = canonicalText(list.tools);
    this.announced = this.text;
    this.oldOffers = record.offers;
    this.isOld = true;
  }

  private oldListing(list: ToolList): SourceListing {
    if (this.definition.start === 'eager' && this.session.waitMs === 0) void this.refresh().catch(() => undefined);
    return { tools: list.tools, problems: list.problems, state: this.session.failure?.state ?? 'known' };
  }

  private missed(text: string, name: string): void {
    if (saysToolIsMissing(text, name)) this.changed();
  }

  private schedule(delayMs: number): void {
    if (this.isDisposed || this.timer !== undefined) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      if (!this.isDisposed && this.isStale && this.session.isConnected) void this.refresh().catch(() => undefined);
    }, delayMs);
  }

  /** Asks the server for its list, now. Rejects with `ERR_SOURCE_FAILED` when there never was one. */
  refresh(): Promise<SourceListing> {
    this.refreshing ??= this.fetch().finally(() => {
      this.refreshing = undefined;
      if (this.isStale && this.session.isConnected) this.schedule(Math.max(this.debounceMs, this.session.waitMs));
    });
    return this.refreshing;
  }

  private async fetch(): Promise<SourceListing> {
    try {
      const connection = await this.session.connectForList();
      for (let round = 1; ; round += 1) {
        const before = this.changes;
        const list = await this.fetchOnce(connection);
        // Without a waiter the next listing can take its time.
        if (before !== this.changes && round < mostRounds && this.waiters > 0) continue;
        return this.accept(list, before === this.changes);
      }
    } catch (error) {
      if (this.last === undefined) throw error;
      return this.listing(this.last, error);
    }
  }

  private async fetchOnce(connection: Connection, isRetry = false): Promise<ToolList> {
    try {
      return await listTools(connection, this.definition.startTimeoutMs);
    } catch (error) {
      if (!isRetry && connection.hasSession && httpStatus(error) === 404) {
        this.session.forget(connection);
        return await this.fetchOnce(await this.session.connect(), true);
      }
      const failed = this.session.fail(error, 'listed its tools', connection.transport);
      // A server that says what is wrong goes on; one that hangs or breaks is started anew.
      if (!(error instanceof ProtocolError)) this.session.drop(connection);
      throw failed;
    }
  }

  private accept(list: ToolList, isCurrent: boolean): SourceListing {
    const text = canonicalText(list.tools);
    const isNew = text !== this.text;
    this.last = list;
    this.text = text;
    this.isStale = !isCurrent;
    this.isOld = false;
    this.store?.save(this.digest, { list, offers: contentOffers(this.session.capabilities ?? {}) });
    this.expiresAt = list.ttlMs === undefined ? Infinity : Date.now() + list.ttlMs;
    this.debounceMs = isNew ? this.definition.changeDebounceMs : Math.min(this.debounceMs * 2, longestDebounceMs);
    this.session.listed();
    if (this.waiters === 0 && text !== this.announced) {
      this.announced = text;
      for (const listener of this.listeners) listener();
    }
    return this.listing(list);
  }

  private listing(list: ToolList, error?: unknown): SourceListing {
    const stale = error instanceof Error ? [{ tool: 'tools/list', reason: `an earlier list is shown: ${error.message}` }] : [];
    const { failure } = this.session;
    const isDown = error !== undefined && !this.session.isConnected;
    return {
      tools: list.tools,
      problems: [...list.problems, ...stale],
      state: isDown ? (failure?.state ?? 'known') : 'started',
    };
  }

  private notYet(): ToolrackError {
    return new ToolrackError('ERR_SOURCE_FAILED', `MCP server "${this.definition.name}" is still starting.`, {
      fields: { server: this.definition.name, state: 'starting' },
      hint: 'Its tools appear as soon as it has listed them.',
    });
  }
}
