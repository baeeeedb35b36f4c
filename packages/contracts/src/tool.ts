import type { JsonSchema } from './json.js';

/** How far a tool's author is believed. Untrusted schemas are never read before they are asked for. */
export type Trust = 'trusted' | 'untrusted';

/** `catalog`: found by search. `direct-only`: always shown to the model with its schema, never catalogued. */
export type Exposure = 'catalog' | 'direct-only';

/** `sequential`: runs alone among the calls of its catalog. */
export type Execution = 'parallel' | 'sequential';

/** Where a tool comes from: `kind` is the family (`mcp`), `owner` one member of it (`github`). */
export interface ToolSourceIdentity {
  readonly kind: string;
  readonly owner: string;
  /** Name to show to people and models instead of the owner. */
  readonly label?: string;
}

/** Behaviour hints as MCP defines them: claims of the tool's author, not facts. */
export interface ToolAnnotations {
  readonly title?: string;
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
  readonly [key: string]: unknown;
}

/** One tool as a source lists it, before the kernel checks and names it. */
export interface ToolDefinition {
  /** Name as the source knows it; it is handed back in `ToolSourceCall.name`. Non-empty, unique in its owner. */
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema?: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly annotations?: ToolAnnotations;
  /** Default `catalog`. */
  readonly exposure?: Exposure;
  /** Default `parallel`. */
  readonly execution?: Execution;
}

/** One tool of a catalog: frozen and JSON-safe. Equal digests mean equal definitions. */
export interface ToolDescriptor {
  /** `<kind>:<owner>:<name>`, unique in a catalog. */
  readonly id: string;
  /** Name as its source names it; two sources may use the same one. */
  readonly name: string;
  readonly title?: string;
  /** `""` when the source gave none. */
  readonly description: string;
  readonly source: ToolSourceIdentity;
  readonly trust: Trust;
  readonly exposure: Exposure;
  readonly execution: Execution;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly annotations?: ToolAnnotations;
  /** SHA-256 in hexadecimal over the canonical JSON of the definition; key order and white space do not count. */
  readonly digest: string;
}

/** A tool as a model is shown it. */
export interface ModelTool {
  /** At most 64 characters of `[A-Za-z0-9_-]`, unique among the tools shown. */
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
}
