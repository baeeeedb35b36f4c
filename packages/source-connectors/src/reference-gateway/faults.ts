/** Which requests a fault is for. */
export type FaultRoute = 'search' | 'schemas' | 'execute' | 'connectors' | 'connections';

/** Something that goes wrong on purpose. Without `routes` it is for all of them, without `times` until it is switched off. */
export interface Fault {
  readonly kind:
    | 'delay'
    | 'unauthorized'
    | 'forbidden'
    | 'not-set-up'
    | 'dark'
    | 'conflict'
    | 'rate-limited'
    | 'server-error'
    | 'reset'
    | 'reset-after-work'
    | 'not-json'
    | 'redirect'
    | 'wrong-use-case'
    | 'missing-schema'
    | 'no-result';
  readonly routes?: readonly FaultRoute[];
  /** How many requests it meets. */
  readonly times?: number;
  /** For `delay` (1,000). */
  readonly delayMs?: number;
  /** For `rate-limited`, the header `Retry-After` (7). */
  readonly retryAfter?: string;
  /** Lets that many requests of the route pass first. */
  readonly skip?: number;
}

/** Every kind, for the reference gateway's own checks and its command line. */
export const faultKinds: readonly Fault['kind'][] = [
  'delay',
  'unauthorized',
  'forbidden',
  'not-set-up',
  'dark',
  'conflict',
  'rate-limited',
  'server-error',
  'reset',
  'reset-after-work',
  'not-json',
  'redirect',
  'wrong-use-case',
  'missing-schema',
  'no-result',
];

/** The statuses of faults that are nothing but a refusal. */
export const refusals: Partial<Readonly<Record<Fault['kind'], readonly [status: number, code: string]>>> = {
  unauthorized: [401, 'UNAUTHORIZED'],
  forbidden: [403, 'FORBIDDEN'],
  'not-set-up': [403, 'NOT_SET_UP'],
  dark: [404, 'NOT_FOUND'],
  conflict: [409, 'IDEMPOTENCY_CONFLICT'],
  'rate-limited': [429, 'RATE_LIMITED'],
  'server-error': [500, 'INTERNAL'],
};

/** The faults that are switched on. */
export class FaultBox {
  private active: { readonly fault: Fault; left: number; skip: number }[] = [];

  /** Adds a fault; returns what switches it off again. */
  add(fault: Fault): () => void {
    const entry = { fault, left: fault.times ?? Infinity, skip: fault.skip ?? 0 };
    this.active.push(entry);
    return () => void (this.active = this.active.filter((other) => other !== entry));
  }

  clear(): void {
    this.active = [];
  }

  /** The faults that meet this request; counts it. */
  take(route: FaultRoute): readonly Fault[] {
    const met = this.active.filter(({ fault, left }) => left > 0 && (fault.routes?.includes(route) ?? true));
    return met.flatMap((entry) => {
      if (entry.skip > 0) {
        entry.skip--;
        return [];
      }
      entry.left--;
      return [entry.fault];
    });
  }
}
