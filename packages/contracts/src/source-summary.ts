/**
 * State of a source. `configured`: named, not started yet; `known`: not running, its tools come from a cache;
 * `starting`; `started`: its list is current; `failed`; `unauthorised`: it wants a sign-in; `skipped`: left out of this run.
 */
export type SourceState = 'configured' | 'known' | 'starting' | 'started' | 'failed' | 'unauthorised' | 'skipped';

/** A definition that was left out, and why, in words for an operator. */
export interface ToolProblem {
  readonly tool: string;
  readonly reason: string;
}

/** What a source found out about the server behind it, for operators. */
export interface SourceServer {
  /** Name and version as the server gives them: claims, not facts. */
  readonly name?: string;
  readonly version?: string;
  /** Revision of the protocol that both speak, for example `2026-07-28`. */
  readonly protocol?: string;
  /** `session`: there is a state between two requests that the server may lose; `stateless`: each request stands for itself. */
  readonly era?: 'session' | 'stateless';
}

/** A source as people and models see it. */
export interface SourceSummary {
  /** `<kind>:<owner>`. */
  readonly id: string;
  readonly kind: string;
  readonly owner: string;
  readonly label?: string;
  readonly state: SourceState;
  /** Tools of it in this catalog. */
  readonly tools: number;
  /** Why it is not `started`, without secrets. */
  readonly reason?: string;
  readonly problems?: readonly ToolProblem[];
}
