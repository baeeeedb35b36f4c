import {
  type CallAnswer,
  type CatalogEntry,
  directTools,
  type ModelTool,
  type ResultKeeper,
  type RunContext,
  RunSlot,
  type Surface,
  type SurfaceSession,
  type SurfaceView,
  type ToolrackError,
} from '@toolrack/contracts';
import { directFailure } from './call/call-failure.js';
import { callControl, NestedCallIds } from './control/call-control.js';
import { controlTools } from './control/control-tools.js';
import { describeControl } from './control/describe-control.js';
import { directoryGuidance } from './control/guidance.js';
import { searchControl } from './control/search-control.js';
import { readerCall, unknownName } from './control/unknown-name.js';
import { shownReaderName } from './kept/find-reader.js';
import { isOut, RunOpening } from './lookup/run-opening.js';
import { CatalogLookup } from './lookup/catalog-lookup.js';
import { assertClientNamesInView } from './lookup/client-names.js';
import { type LookupErrorContext, lookupFailure } from './lookup/lookup-errors.js';
import { type RunSettingsReader } from './settings/run-settings.js';
import { inputError } from './text/input-error.js';

/** Only trusted tools that are not shown already get a row in a directory. */
function hasRows({ entries }: SurfaceView): boolean {
  return entries.some((entry) => !entry.direct && entry.tool.trust === 'trusted');
}

/** What a surface is told besides the settings of a run. */
export interface SurfaceTraits {
  /** Admitted skills: name to the location of its instructions. */
  readonly skills: Readonly<Record<string, string>>;
  /** A run whose allow list leaves no tool to call is not started. */
  readonly refusesEmptyAllow: boolean;
  /** Who keeps what cannot be shown whole; asked at the time of a call (nobody). */
  readonly keeper?: () => ResultKeeper | undefined;
}

/** OpenClaw's tool search: three structured controls, direct tools beside them, a directory in the prompt. */
export class OpenclawSurface implements Surface {
  readonly name = 'openclaw';
  private readonly controls: readonly ModelTool[];
  private readonly reserved: readonly string[];
  private readonly ids = new NestedCallIds();
  private readonly openings = new RunSlot(() => new RunOpening(this.traits.refusesEmptyAllow));

  constructor(
    private readonly settings: RunSettingsReader,
    private readonly traits: SurfaceTraits,
  ) {
    this.controls = controlTools(settings.names);
    this.reserved = Object.freeze(Object.values(settings.names));
  }

  controlNames(run: RunContext): readonly string[] {
    return this.settings.of(run).mode === 'off' ? [] : this.reserved;
  }

  /**
   * The direct tools, then the controls. Throws `ERR_RUN_REQUEST` when names of the caller's tools clash, and at the start of a run whose allow
   * list leaves nothing to call.
   */
  tools(view: SurfaceView): readonly ModelTool[] {
    this.openings.get(view.run).check(view);
    const { mode } = this.settings.of(view.run);
    if (mode === 'off') return directTools(view);
    assertClientNamesInView(view, mode, this.reserved);
    return this.hasCatalog(view) ? [...directTools(view), ...this.controls] : this.withReader(view);
  }

  prompt(view: SurfaceView): string {
    const settings = this.settings.of(view.run);
    if (settings.mode === 'off' || !this.hasCatalog(view)) return '';
    return view.directory(directoryGuidance(settings, this.settings.names, hasRows(view))).text;
  }

  async call(name: string, callArguments: unknown, session: SurfaceSession): Promise<CallAnswer> {
    return this.control(name, callArguments, session).catch(lookupFailure);
  }

  private async control(name: string, callArguments: unknown, session: SurfaceSession): Promise<CallAnswer> {
    const context = this.context(session);
    switch (name) {
      case this.settings.names.search:
        return searchControl(callArguments, this.settings.of(session.run), session);
      case this.settings.names.describe:
        return describeControl(callArguments, session, context, this.traits.keeper?.());
      case this.settings.names.call:
        return callControl(callArguments, session, context, this.ids, this.traits.keeper?.());
      default:
        throw inputError(`${JSON.stringify(name)} is not a control of this run.`);
    }
  }

  async unknown(name: string, callArguments: unknown, session: SurfaceSession): Promise<CallAnswer | undefined> {
    const { mode } = this.settings.of(session.run);
    if (mode === 'off') return undefined;
    const reading = await readerCall(name, callArguments, session, this.context(session), this.traits.keeper?.());
    if (reading !== undefined) return reading;
    if (!this.hasCatalog(session)) return undefined;
    return unknownName(name, callArguments, session, this.context(session), mode).catch(lookupFailure);
  }

  failure(error: ToolrackError, entry: CatalogEntry, callArguments: unknown): CallAnswer {
    return directFailure(error, entry, callArguments);
  }

  /** The direct tools and, without a control to call it through, the tool that reads on in what they answer. */
  private withReader(view: SurfaceView): readonly ModelTool[] {
    const direct = directTools(view);
    const keeper = direct.length === 0 ? undefined : this.traits.keeper?.();
    if (keeper === undefined) return direct;
    const { description, inputSchema } = keeper.reader;
    const name = shownReaderName(view, keeper);
    keeper.showAs?.(view.run, name);
    return [...direct, Object.freeze({ name, description, inputSchema })];
  }

  private context(view: SurfaceView): LookupErrorContext {
    return { lookup: new CatalogLookup(view, this.reserved), names: this.settings.names, skills: this.traits.skills };
  }

  /** There is something to search, or a source whose tools are missing for now. */
  private hasCatalog(view: SurfaceView): boolean {
    const lookup = new CatalogLookup(view, this.reserved);
    return view.entries.some((entry) => lookup.isCatalogued(entry)) || view.sources.some(isOut);
  }
}
