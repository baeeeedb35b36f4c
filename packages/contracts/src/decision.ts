import type { JsonObject } from './json.js';

const denialBrand = Symbol.for('@toolrack/contracts/Denial');
const approvalBrand = Symbol.for('@toolrack/contracts/ApprovalDecision');

/** A denial. There is no opposite: no tap can overrule another's denial. */
export interface Denial {
  readonly reason: string;
  /** The reason may be told to the model when a call is denied. */
  readonly isPublic: boolean;
  /** The rule that decided, for operators and audit. */
  readonly rule?: string;
}

/** Denies a tool or a call; `reason` is for operators unless `isPublic`. */
export function deny(reason: string, options: { readonly isPublic?: boolean; readonly rule?: string } = {}): Denial {
  const denial: Denial = {
    reason,
    isPublic: options.isPublic ?? false,
    ...(options.rule === undefined ? {} : { rule: options.rule }),
  };
  return Object.freeze(Object.defineProperty(denial, denialBrand, { value: true }));
}

/** True for a value of `deny` from any copy of this package. */
export function isDenial(value: unknown): value is Denial {
  return typeof value === 'object' && value !== null && (value as Record<symbol, unknown>)[denialBrand] === true;
}

/** What an approver decided about exactly one call with exactly these arguments. */
export interface ApprovalDecision {
  readonly decision: 'allow' | 'deny';
  /** Replaces the arguments; they are validated again. */
  readonly arguments?: JsonObject;
  readonly reason?: string;
  /** Who decided, for audit. */
  readonly by?: string;
}

/** Makes a decision; a plain object of the same shape is refused by the `approve` hook. */
export function approval(decision: 'allow' | 'deny', options: Omit<ApprovalDecision, 'decision'> = {}): ApprovalDecision {
  return Object.freeze(Object.defineProperty({ ...options, decision }, approvalBrand, { value: true }));
}

/** True for a value of `approval` from any copy of this package. */
export function isApprovalDecision(value: unknown): value is ApprovalDecision {
  return typeof value === 'object' && value !== null && (value as Record<symbol, unknown>)[approvalBrand] === true;
}
