import { isInitializeRequest } from '@modelcontextprotocol/server';
import type { Resumption, Session } from './session.js';

/** Bounds of the sessions. */
export interface SessionLimits {
  /** A session that nobody has used for so long is ended, in milliseconds. */
  readonly idleMs: number;
  /** Most sessions at once; the longest unused one makes room. */
  readonly most: number;
  /** How clients may come back to broken streams. */
  readonly resumption: Resumption;
}

/** The open sessions of all scopes, by id. */
export class SessionTable {
  private readonly sessions = new Map<string, Session>();
  private readonly timer: NodeJS.Timeout;

  constructor(readonly limits: SessionLimits) {
    this.timer = setInterval(() => this.sweep(), Math.min(60_000, Math.max(50, limits.idleMs / 4))).unref();
  }

  get size(): number {
    return this.sessions.size;
  }

  all(): Iterable<Session> {
    return this.sessions.values();
  }

  /** The session with that id if it is this client's own; another client's is as unknown as none. */
  find(id: string, clientKey: string): Session | undefined {
    const session = this.sessions.get(id);
    return session?.clientKey === clientKey ? session : undefined;
  }

  add(id: string, session: Session): void {
    this.sessions.set(id, session);
  }

  remove(session: Session): void {
    const id = session.transport.sessionId;
    if (id !== undefined) this.sessions.delete(id);
  }

  /** Makes room for one more; `false` when all sessions are in use. */
  makeRoom(): boolean {
    if (this.sessions.size < this.limits.most) return true;
    let oldest: Session | undefined;
    for (const session of this.sessions.values()) {
      if (session.isIdle && (oldest === undefined || session.lastUsed < oldest.lastUsed)) oldest = session;
    }
    if (oldest === undefined) return false;
    this.end(oldest);
    return true;
  }

  /** Ends all sessions; their running calls are aborted. */
  async close(): Promise<void> {
    clearInterval(this.timer);
    await Promise.all([...this.sessions.values()].map((session) => session.server.close().catch(() => undefined)));
    this.sessions.clear();
  }

  private sweep(): void {
    const oldest = Date.now() - this.limits.idleMs;
    for (const session of this.sessions.values()) {
      if (session.isIdle && session.lastUsed < oldest) this.end(session);
    }
  }

  private end(session: Session): void {
    this.remove(session);
    session.server.close().catch(() => undefined);
  }
}

/** Whether a body opens a session. */
export function opensSession(body: unknown): boolean {
  return !Array.isArray(body) && isInitializeRequest(body);
}
