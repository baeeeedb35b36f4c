import { randomBytes } from 'node:crypto';
import { canonicalJson, scopeKeys, type Scope, type ToolDescriptor } from '@toolrack/contracts';

/** Bounds of the store. */
export interface KeptResultsLimits {
  /** Bytes of memory. */
  readonly bytes: number;
  readonly entries: number;
  /** Longest age, in milliseconds. */
  readonly ageMs: number;
}

/** A kept text and whose words it holds. */
export interface KeptText {
  readonly text: string;
  /** Nobody vouches for its author. */
  readonly isForeign: boolean;
  /** Whose result it is: who may not call it any more may not read on in it either. */
  readonly tool: ToolDescriptor;
}

interface Entry extends KeptText {
  readonly bytes: number;
  readonly expiresAt: number;
}

/** Random bytes of an id: clients that share a scope do not guess each other's. */
const idBytes = 8;
/** Memory of one kept text beside its characters, roughly. */
const entryBytes = 200;

/**
 * Texts of results by scope and id, in memory alone. A text is found only by the scope that it was kept for. When the store is full the
 * scope that holds most gives up its oldest text, so that no scope can drive out what the others keep.
 */
export class KeptResults {
  /** Oldest first, in both levels. */
  private readonly scopes = new Map<string, Map<string, Entry>>();
  private readonly bytesByScope = new Map<string, number>();
  private bytes = 0;
  private entries = 0;
  private timer?: NodeJS.Timeout;

  constructor(
    private readonly limits: KeptResultsLimits,
    private readonly now: () => number = Date.now,
  ) {}

  /** Keeps a text and returns its id; `undefined` when it is larger than the whole store. */
  keep(scope: Scope, { text, isForeign, tool }: KeptText): string | undefined {
    const bytes = text.length * 2 + entryBytes;
    if (bytes > this.limits.bytes || this.limits.entries === 0) return undefined;
    this.expire();
    const key = scopeKey(scope);
    const id = randomBytes(idBytes).toString('hex');
    const own = this.scopes.get(key) ?? new Map<string, Entry>();
    this.scopes.set(key, own.set(id, { text, isForeign, tool, bytes, expiresAt: this.now() + this.limits.ageMs }));
    this.count(key, bytes, 1);
    while (this.bytes > this.limits.bytes || this.entries > this.limits.entries) this.dropOldestOf(this.fullestScope(), key, id);
    this.schedule();
    return id;
  }

  /** The text of an id that was kept for this very scope and is not too old. */
  find(scope: Scope, id: string): KeptText | undefined {
    const entry = this.scopes.get(scopeKey(scope))?.get(id);
    return entry === undefined || entry.expiresAt <= this.now() ? undefined : entry;
  }

  /** What is kept at the moment. */
  size(): { readonly bytes: number; readonly entries: number } {
    return { bytes: this.bytes, entries: this.entries };
  }

  /** Forgets everything. */
  dispose(): void {
    clearTimeout(this.timer);
    this.scopes.clear();
    this.bytesByScope.clear();
    this.bytes = 0;
    this.entries = 0;
  }

  private expire(): void {
    for (const [key, entries] of this.scopes) {
      for (const [id, entry] of entries) {
        if (entry.expiresAt > this.now()) break;
        this.drop(key, id);
      }
    }
  }

  private fullestScope(): string {
    let fullest = '';
    let most = -1;
    for (const [key, bytes] of this.bytesByScope) {
      if (bytes > most) [fullest, most] = [key, bytes];
    }
    return fullest;
  }

  /** The text that was kept just now stays: whoever made the room necessary gives up an older one, or else the fullest other scope. */
  private dropOldestOf(key: string, newKey: string, newId: string): void {
    for (const id of this.scopes.get(key)?.keys() ?? []) {
      if (key !== newKey || id !== newId) return this.drop(key, id);
    }
    for (const [other, entries] of this.scopes) {
      const [id] = entries.keys();
      if (other !== newKey && id !== undefined) return this.drop(other, id);
    }
  }

  private drop(key: string, id: string): void {
    const entries = this.scopes.get(key);
    const entry = entries?.get(id);
    if (entries === undefined || entry === undefined) return;
    entries.delete(id);
    this.count(key, -entry.bytes, -1);
    if (entries.size > 0) return;
    this.scopes.delete(key);
    this.bytesByScope.delete(key);
  }

  private count(key: string, bytes: number, entries: number): void {
    this.bytes += bytes;
    this.entries += entries;
    this.bytesByScope.set(key, (this.bytesByScope.get(key) ?? 0) + bytes);
  }

  /** Old texts go although nobody asks for anything. */
  private schedule(): void {
    clearTimeout(this.timer);
    if (this.entries === 0) return;
    this.timer = setTimeout(() => {
      this.expire();
      this.schedule();
    }, this.limits.ageMs + 1).unref();
  }
}

function scopeKey(scope: Scope): string {
  return canonicalJson(scopeKeys.map((key) => scope[key] ?? null));
}
