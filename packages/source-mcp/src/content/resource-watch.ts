import type { ContentRequestOptions } from '@toolrack/contracts';
import type { Connection } from '../connection.js';
import type { ServerSession } from '../server-session.js';
import type { ContentRequester } from './content-requester.js';

/** Pause before a watch that was lost is taken up again, in milliseconds; it doubles, up to the second, while streams end before they have lasted that long. */
const renewalPauseMs = 1_000;
const longestPauseMs = 60_000;
/** Longest that a server may take for a request that nobody waits for, in milliseconds. */
const quietRequestMs = 10_000;
/** The same where somebody waits, whose own limit comes first. */
const longestRequestMs = 2_147_483_647;

interface Watched {
  readonly listeners: Set<() => void>;
  /** Settles when the server has taken the subscription. */
  taken: Promise<void>;
  isTaken: boolean;
}

interface Stream {
  readonly connection: Connection;
  close(): Promise<void>;
}

/**
 * The resources of one server that somebody watches. The server knows of each once, however many watch it: by `resources/subscribe`, or since
 * 2026-07-28 by one stream that names them all. When the server was lost or started again, the watch is taken up again and the watchers are
 * told, for nobody knows what changed meanwhile.
 */
export class ResourceWatch {
  private readonly watched = new Map<string, Watched>();
  private stream?: Stream | undefined;
  /** Streams replace each other in order. */
  private replacing: Promise<void> = Promise.resolve();
  private timer?: NodeJS.Timeout | undefined;
  private pauseMs = renewalPauseMs;
  private isDisposed = false;

  constructor(
    private readonly session: ServerSession,
    private readonly requester: ContentRequester,
  ) {}

  /** Watches a resource until the returned function is called. Rejects with a `ToolrackError` when the server refuses. */
  async subscribe(uri: string, onUpdated: () => void, options: ContentRequestOptions): Promise<() => void> {
    const entry = this.watched.get(uri) ?? this.begin(uri, options);
    // One caller may watch twice.
    const listener = (): void => onUpdated();
    entry.listeners.add(listener);
    const end = (): void => this.end(uri, entry, listener);
    try {
      await entry.taken;
    } catch (error) {
      end();
      throw error;
    }
    return end;
  }

  /** The server says that a resource, or a part of it, has changed. */
  updated(uri: string): void {
    for (const [watched, { listeners }] of this.watched) {
      if (uri === watched || uri.startsWith(watched.endsWith('/') ? watched : `${watched}/`)) tell(listeners);
    }
  }

  /** The server was started, for whatever reason: it knows nothing of earlier subscriptions. */
  started(): void {
    if ([...this.watched.values()].some(({ isTaken }) => isTaken)) void this.renew();
  }

  /** The server is gone although nobody asked for it. */
  lost(): void {
    if (this.watched.size === 0 || this.isDisposed) return;
    this.timer ??= setTimeout(
      () => {
        this.timer = undefined;
        // A start tells of itself; a failed one is tried again after the pause of the session.
        if (this.watched.size > 0) this.session.connect().catch(() => this.lost());
      },
      Math.max(renewalPauseMs, this.session.waitMs),
    ).unref();
  }

  dispose(): void {
    this.isDisposed = true;
    clearTimeout(this.timer);
    this.watched.clear();
  }

  private begin(uri: string, options: ContentRequestOptions): Watched {
    const entry: Watched = { listeners: new Set(), taken: Promise.resolve(), isTaken: false };
    this.watched.set(uri, entry);
    entry.taken = this.requester
      .perform('resources/subscribe', options, async (connection, signal) => this.take(connection, uri, signal))
      .then(() => {
        entry.isTaken = true;
        // Everybody who wanted it may have left meanwhile.
        if (this.watched.get(uri) !== entry) this.giveUp(uri);
      });
    return entry;
  }

  private end(uri: string, entry: Watched, listener: () => void): void {
    if (!entry.listeners.delete(listener) || entry.listeners.size > 0 || this.watched.get(uri) !== entry) return;
    this.watched.delete(uri);
    if (entry.isTaken) this.giveUp(uri);
  }

  private async take(connection: Connection, uri: string, signal: AbortSignal): Promise<void> {
    if (connection.era === 'modern') await this.listen(connection);
    else await connection.request('resources/subscribe', { uri }, { signal, timeout: longestRequestMs });
  }

  private giveUp(uri: string): void {
    const { connection } = this.session;
    if (connection === undefined) return;
    const told =
      connection.era === 'modern'
        ? this.listen(connection)
        : connection.request('resources/unsubscribe', { uri }, { timeout: quietRequestMs });
    told.catch(() => undefined);
  }

  /** Opens a stream for everything that is watched now; the old one ends only when the new one is there. */
  private async listen(connection: Connection): Promise<void> {
    const replaced = this.replacing.then(async () => {
      const old = this.stream;
      const uris = [...this.watched.keys()];
      this.stream = uris.length === 0 ? undefined : await this.open(connection, uris);
      await old?.close().catch(() => undefined);
    });
    this.replacing = replaced.catch(() => undefined);
    await replaced;
  }

  private async open(connection: Connection, uris: readonly string[]): Promise<Stream> {
    const { close, closed } = await connection.listenToResources(uris);
    const stream: Stream = { connection, close };
    const opened = Date.now();
    void closed.then((how) => {
      if (how === 'local' || this.stream !== stream || this.isDisposed) return;
      this.stream = undefined;
      if (Date.now() - opened >= longestPauseMs) this.pauseMs = renewalPauseMs;
      setTimeout(() => void this.renew(), this.pauseMs).unref();
      this.pauseMs = Math.min(this.pauseMs * 2, longestPauseMs);
    });
    return stream;
  }

  private async renew(): Promise<void> {
    const { connection } = this.session;
    if (connection === undefined) return this.lost();
    try {
      if (connection.era === 'modern') await this.listen(connection);
      else await this.takeAll(connection);
    } catch {
      setTimeout(() => void this.renew(), Math.max(renewalPauseMs * 10, this.session.waitMs)).unref();
    }
    for (const { listeners } of this.watched.values()) tell(listeners);
  }

  /** A resource that is gone is no reason to lose the others. */
  private async takeAll(connection: Connection): Promise<void> {
    for (const uri of this.watched.keys()) {
      await connection.request('resources/subscribe', { uri }, { timeout: quietRequestMs }).catch(() => undefined);
    }
  }
}

function tell(listeners: ReadonlySet<() => void>): void {
  for (const listener of listeners) listener();
}
