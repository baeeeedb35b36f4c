/** How many requests one client may make. */
export interface RateLimit {
  /** Requests a minute in the long run. */
  readonly requestsPerMinute: number;
  /** Most requests at once (the same number). */
  readonly burst?: number;
}

/** Clients remembered at most; a full bucket says nothing and is forgotten first. */
const mostBuckets = 10_000;

interface Bucket {
  tokens: number;
  at: number;
}

/** A token bucket for each client. */
export class RateLimiter {
  private readonly buckets = new Map<string, Bucket>();
  private readonly perMs: number;
  private readonly burst: number;

  constructor(
    limit: RateLimit,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.perMs = limit.requestsPerMinute / 60_000;
    this.burst = Math.max(1, limit.burst ?? limit.requestsPerMinute);
  }

  /** 0 when the request may go on, otherwise the seconds to wait before the next one. */
  take(key: string): number {
    const now = this.now();
    const bucket = this.buckets.get(key) ?? { tokens: this.burst, at: now };
    bucket.tokens = Math.min(this.burst, bucket.tokens + (now - bucket.at) * this.perMs);
    bucket.at = now;
    // Re-inserted, so that the map stays ordered by last use.
    this.buckets.delete(key);
    this.buckets.set(key, bucket);
    if (this.buckets.size > mostBuckets) this.forget();
    if (bucket.tokens >= 1) {
      bucket.tokens -= 1;
      return 0;
    }
    return Math.max(1, Math.ceil((1 - bucket.tokens) / this.perMs / 1000));
  }

  private forget(): void {
    for (const key of this.buckets.keys()) {
      if (this.buckets.size <= mostBuckets / 2) return;
      this.buckets.delete(key);
    }
  }
}
