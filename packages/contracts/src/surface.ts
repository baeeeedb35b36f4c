import { compareCodeUnits } from './canonical-json.js';
import type { DirectoryListing } from './directory.js';
import { ToolrackError } from './errors.js';
import type { CallAnswer, ToolResult } from './result.js';
import type { CatalogEntry, RunContext } from './run.js';
import type { SearchAnswer, SearchRequest } from './search.js';
import type { SourceSummary } from './source-summary.js';
import type { ModelTool, ToolDescriptor } from './tool.js';

/** A run's catalog as a surface sees it. */
export interface SurfaceView {
  readonly run: RunContext;
  /** Every visible tool, sorted by id. */
  readonly entries: readonly CatalogEntry[];
  readonly sources: readonly SourceSummary[];
  /** The exact id. */
  find(id: string): CatalogEntry | undefined;
  /** Every visible tool of that name, as its source names it; the case counts. */
  named(name: string): readonly CatalogEntry[];
  /** The tool with that call name. */
  called(callName: string): CatalogEntry | undefined;
  /** The directory with the surface's words; rendered once a catalog. */
  directory(guidance: { readonly complete: string; readonly partial: string }): DirectoryListing;
}

/** What a control can do during one call. */
export interface SurfaceSession extends SurfaceView {
  /** Id of the model's call. */
  readonly callId: string;
  readonly signal: AbortSignal;
  /** Rejects with `ERR_SEARCH_FAILED` when the ranker fails. */
  search(request: SearchRequest): Promise<SearchAnswer>;
  /** The definition after a second look at the policy; `undefined` when it is no longer allowed. Counted as a describe. */
  describe(id: string): ToolDescriptor | undefined;
  /**
   * A tool that its source leaves out of its list (`ToolSource.resolve`), when it exists and the policy allows it to be described: a surface
   * names such a tool only then. A session without it has no such tools.
   */
  resolve?(id: string): Promise<ToolDescriptor | undefined>;
  /**
   * Runs one tool through the whole pipeline. Rejects with a `ToolrackError`; argument faults are `ERR_CALL_ARGUMENTS` with
   * `fields.issues` (`SchemaIssue[]`). `callId` must be unique; it is made from the model's call when absent.
   */
  call(id: string, callArguments: unknown, options?: { readonly callId?: string }): Promise<ToolResult>;
}

/** The control tools in one dialect: their schemas, argument repair and answers. */
export interface Surface {
  readonly name: string;
  /** Names that no other tool may use in this run. */
  controlNames(run: RunContext): readonly string[];
  /** Everything the model sees: the direct tools of the view and the controls, in the dialect's order. */
  tools(view: SurfaceView): readonly ModelTool[];
  /** Text for the system prompt, `""` when there is none. */
  prompt(view: SurfaceView): string;
  /** Carries out a control. May reject with a `ToolrackError`, which becomes a failed answer. */
  call(name: string, callArguments: unknown, session: SurfaceSession): Promise<CallAnswer>;
  /** A call of a name that is neither a control nor a visible tool; `undefined` leaves the kernel's answer. */
  unknown?(name: string, callArguments: unknown, session: SurfaceSession): Promise<CallAnswer | undefined>;
  /** The answer to a failed call of a directly shown tool in the dialect's words; `undefined` leaves the kernel's. What it throws fails the call. */
  failure?(error: ToolrackError, entry: CatalogEntry, callArguments: unknown): CallAnswer | undefined;
  /** The name a model is to call the tool by; made valid and unique by the kernel. Default: the tool's name. */
  callName?(tool: ToolDescriptor): string;
}

/** The same error with the name that a model knows in the place of a tool's id, in what the model reads. */
export function renamedError(error: ToolrackError, toolId: string, name: string): ToolrackError {
  const text = error.toModelText();
  const { code, message, fields, plugin, hook, hint } = error;
  const modelText = (hint === undefined ? text : text.slice(0, -hint.length - 1)).replaceAll(toolId, name);
  return new ToolrackError(code, message, {
    fields,
    modelText,
    toolId: error.toolId ?? toolId,
    cause: error,
    ...(plugin === undefined ? {} : { plugin }),
    ...(hook === undefined ? {} : { hook }),
    ...(hint === undefined ? {} : { hint: hint.replaceAll(toolId, name) }),
  });
}

const shownByEntries = new WeakMap<readonly CatalogEntry[], readonly ModelTool[]>();

/** The direct tools of a view as a model is shown them, sorted by call name; computed once for one (frozen) list of entries. */
export function directTools(view: SurfaceView): readonly ModelTool[] {
  const { entries } = view;
  let shown = shownByEntries.get(entries);
  if (shown === undefined) {
    shown = Object.freeze(
      entries
        .filter((entry) => entry.direct)
        .map(({ callName, tool }) => Object.freeze({ name: callName, description: tool.description, inputSchema: tool.inputSchema }))
        .sort((left, right) => compareCodeUnits(left.name, right.name)),
    );
    shownByEntries.set(entries, shown);
  }
  return shown;
}
