/** Who a catalog belongs to. Equal scopes share one snapshot; absent parts are `undefined`. */
export interface Scope {
  readonly tenant?: string;
  readonly agent?: string;
  readonly profile?: string;
  readonly sandbox?: string;
  readonly session?: string;
}

/** The parts of a scope in their fixed order. */
export const scopeKeys = Object.freeze(['tenant', 'agent', 'profile', 'sandbox', 'session'] as const);
