import type { JsonSchema } from './json.js';
import type { ToolResult } from './result.js';
import type { RunContext } from './run.js';
import { extensionPoint } from './tokens.js';
import type { ToolDescriptor } from './tool.js';

/** A result that is kept because not all of it can be shown. */
export interface KeptResult {
  /** Its whole text. */
  readonly text: string;
  /** What tells a model how to read on when the text up to `offset` (in UTF-16 code units) is shown; `""` when there is nothing more. */
  readOn(offset: number): string;
}

/** Keeps what a surface cannot show whole, and knows the tool that reads on in it. */
export interface ResultKeeper {
  /** That tool as a model is shown it. */
  readonly reader: {
    readonly name: string;
    readonly description: string;
    readonly inputSchema: JsonSchema;
    /** Its ids: of the listed tool, and of one that its source leaves out of its list. A session reaches it under one of them. */
    readonly ids: readonly string[];
  };
  /** A surface shows the tool by itself in a run, beside no control, under this name: the notes of that run say it. */
  showAs?(run: RunContext, name: string): void;
  /** Keeps the result of a call for its scope, unless it is kept already. `undefined`: it cannot be kept, or the run may not read it. */
  keep(result: ToolResult, tool: ToolDescriptor, run: RunContext): KeptResult | undefined;
}

/** Who keeps results; a surface asks the first one. */
export const ResultKeepers = extensionPoint<ResultKeeper>('@toolrack/result-store.keepers');
