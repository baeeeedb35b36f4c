import type { JsonObject } from './json.js';

/** A block of model-facing content, in MCP's shapes. */
export type ContentBlock =
  | { readonly type: 'text'; readonly text: string; readonly annotations?: JsonObject; readonly _meta?: JsonObject }
  | {
      readonly type: 'image' | 'audio';
      readonly data: string;
      readonly mimeType: string;
      readonly annotations?: JsonObject;
      readonly _meta?: JsonObject;
    }
  | { readonly type: 'resource_link'; readonly uri: string; readonly name: string; readonly [key: string]: unknown }
  | {
      readonly type: 'resource';
      readonly resource: JsonObject;
      readonly annotations?: JsonObject;
      readonly _meta?: JsonObject;
    };

/** What a tool answers. A failed tool sets `isError`; it does not throw. */
export interface ToolResult {
  readonly content: readonly ContentBlock[];
  /** Structured value of the result (MCP's `structuredContent`, OpenClaw's `details`). */
  readonly details?: unknown;
  readonly isError?: boolean;
  /** The tool asks the agent loop to stop after this turn. */
  readonly terminate?: boolean;
  readonly _meta?: JsonObject;
}

/** A step of a running call, as MCP reports it. */
export interface ToolProgress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** What a model's call of any visible tool answers: `details` is for the host, `content` for the model. */
export interface CallAnswer {
  readonly content: readonly ContentBlock[];
  readonly details?: unknown;
  readonly isError: boolean;
  readonly terminate?: boolean;
}

/** A result or answer that holds one text block. */
export function textContent(text: string): readonly ContentBlock[] {
  return [{ type: 'text', text }];
}
