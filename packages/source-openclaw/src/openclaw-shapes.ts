import { type JsonObject } from '@toolrack/contracts';

/** What an OpenClaw tool answers; taken leniently by `normalizeToolResult`. */
export interface OpenclawToolResult {
  readonly content?: unknown;
  readonly details?: unknown;
  readonly isError?: boolean;
  readonly terminate?: boolean;
}

/** One agent tool in OpenClaw's shape. Everything but `name` and `execute` is optional here. */
export interface OpenclawTool {
  readonly name: string;
  readonly label?: string;
  readonly description?: string;
  /** TypeBox or plain JSON Schema. */
  readonly parameters?: unknown;
  readonly outputSchema?: unknown;
  readonly catalogMode?: string;
  readonly executionMode?: string;
  /** `network`: results hold content that others control. */
  readonly resultContentSource?: string;
  /** Mends raw arguments before they are validated. */
  readonly prepareArguments?: (callArguments: unknown) => unknown;
  execute(toolCallId: string, params: unknown, signal?: AbortSignal, onUpdate?: (partial: unknown) => void): unknown;
}

/** What a tool factory learns about the run that its tool is made for. */
export interface OpenclawToolContext {
  readonly config: JsonObject;
  readonly runtimeConfig: JsonObject;
  readonly getRuntimeConfig: () => JsonObject;
  readonly workspaceDir: string;
  readonly agentId: string;
  readonly sessionKey?: string;
  readonly sessionId?: string;
  readonly sandboxed: boolean;
  readonly activeModel?: { readonly provider: string; readonly modelId: string };
  readonly assertInvocationCurrent: () => void;
}

/** One registration of a module: it makes a tool, several, or none. */
export interface ToolRegistration {
  /** Names given at the registration; empty when they are only known from the tools. */
  readonly names: readonly string[];
  /** Offered only when the operator asks for it. */
  readonly isOptional: boolean;
  create(context: OpenclawToolContext): unknown;
  /** A tool that was registered as it is, without a factory: what `create` makes for any context. */
  readonly tool?: unknown;
}

/** True for a value that has keys: an object or a function. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

/** A text with more than white space, or `undefined`. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && /\S/u.test(value) ? value : undefined;
}
