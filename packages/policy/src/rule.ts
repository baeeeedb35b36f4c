import type { JsonValue } from '@toolrack/contracts';

/** One text or several; several mean "any of them". */
export type OneOrMany = string | readonly string[];

/** What one value inside the arguments of a call must be. All given keys must hold. */
export interface ArgumentCondition {
  /** Equal as JSON. */
  readonly equals?: JsonValue;
  /** Equal to one of them. */
  readonly oneOf?: readonly JsonValue[];
  /** A text, number or boolean that matches a pattern with `*`. */
  readonly pattern?: OneOrMany;
  /** A text, number or boolean that matches none of these patterns. */
  readonly notPattern?: OneOrMany;
  /** A number above this one. */
  readonly above?: number;
  /** A number below this one. */
  readonly below?: number;
  /** Whether there is a value at all. */
  readonly exists?: boolean;
}

/** The conditions of a rule; an absent one always holds. Patterns use `*` and the case counts. */
export interface RuleConditions {
  /** Patterns over tools that the rule leaves alone. */
  readonly except?: OneOrMany;
  readonly tenants?: OneOrMany;
  readonly agents?: OneOrMany;
  readonly profiles?: OneOrMany;
  readonly sandboxes?: OneOrMany;
  readonly sessions?: OneOrMany;
  /** Patterns over `<kind>:<owner>`. */
  readonly sources?: OneOrMany;
  readonly trust?: 'trusted' | 'untrusted';
  /** Hints with the defaults of the MCP specification; other annotations as they are. */
  readonly annotations?: Readonly<Record<string, string | number | boolean>>;
  /** By dotted path or JSON pointer; a plain value means `equals`. Only with `deny` and `ask`, checked at the call. */
  readonly arguments?: Readonly<Record<string, ArgumentCondition | string | number | boolean | null>>;
}

/** One rule: exactly one of `allow`, `deny` and `ask`. */
export interface PolicyRule extends RuleConditions {
  /** Name for logs and explanations; made from the rule when absent. */
  readonly name?: string;
  readonly allow?: OneOrMany;
  readonly deny?: OneOrMany;
  readonly ask?: OneOrMany;
  /** Why, for operators and approvers. */
  readonly reason?: string;
  /** Tell the model the reason when a call is denied for its arguments (false); a tool denied as a whole is unknown to it. */
  readonly public?: boolean;
}

/** What happens to a tool that no rule matches; see `PolicyOptions.default`. */
export type PolicyDefault = 'deny' | 'ask';

/** Options of `policy`. */
export interface PolicyOptions {
  /** In any order: it never matters. */
  readonly rules?: readonly PolicyRule[];
  /**
   * `deny`: only tools that an `allow` rule matches exist. `ask`: a tool that no `allow` rule matches needs an approval.
   * Absent: as `deny` in runs that some `allow` rule is about, else everything is allowed.
   */
  readonly default?: PolicyDefault;
}

/** The decisions a rule can make. */
export const decisions = Object.freeze(['deny', 'ask', 'allow'] as const);
export type RuleDecision = (typeof decisions)[number];

/** The conditions over a run's scope, by their part of it. */
export const scopeConditions = Object.freeze({
  tenants: 'tenant',
  agents: 'agent',
  profiles: 'profile',
  sandboxes: 'sandbox',
  sessions: 'session',
} as const);
