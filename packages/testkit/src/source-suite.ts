import type { JsonObject, ToolSource, ToolSourceCall } from '@toolrack/contracts';
import type { SuiteRunner } from './runner.js';

/** A tool call that the suite may make. */
export interface SourceCallCase {
  /** Name of a listed tool. */
  readonly tool: string;
  readonly arguments: JsonObject;
}

/** What `testToolSource` takes. */
export interface ToolSourceSuiteOptions {
  /** Name of the `describe` block. */
  readonly name: string;
  /** Makes a fresh source that can list at least one tool; called once a case. The suite disposes it. */
  readonly create: () => ToolSource | Promise<ToolSource>;
  readonly calls: {
    /** A call that succeeds, may be repeated, and answers soon. */
    readonly success: SourceCallCase;
    /** A call that the tool itself refuses, where there is one. */
    readonly failure?: SourceCallCase;
    /** A call that takes at least a second unless it is cancelled, where there is one. */
    readonly slow?: SourceCallCase;
  };
  /** Makes the source's list change, for sources with `onChange`. */
  readonly change?: (source: ToolSource) => void | Promise<void>;
  /** Longest real time of one list or call in milliseconds (10,000). */
  readonly timeoutMs?: number;
  readonly runner?: SuiteRunner;
}

/** What the parts of the suite share. */
export interface SourceCases {
  readonly options: ToolSourceSuiteOptions;
  readonly timeoutMs: number;
  /** Lists in time, then builds the call of a listed tool. */
  readonly prepare: (source: ToolSource, request: SourceCallCase, signal?: AbortSignal) => Promise<ToolSourceCall>;
  /** Registers a case that gets a fresh source, which is disposed afterwards. */
  readonly withSource: (name: string, body: (source: ToolSource) => Promise<void>) => void;
}
