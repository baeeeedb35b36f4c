import {
  type CallAnswer,
  type CatalogEntry,
  type ModelTool,
  type Ranker,
  type RemoteLeg,
  type RunContext,
  type Surface,
} from '@toolrack/contracts';
import { type SurfaceSession, type SurfaceView, type ToolDescriptor, type ToolrackError } from '@toolrack/contracts';
import { assemble } from './assembly.js';
import { directFailure } from './call/argument-error.js';
import { callControl } from './call/call-control.js';
import { deferredNameError, remoteNameError } from './call/direct-call.js';
import { inputError } from './controls/control-input.js';
import { controlNames, hermesName } from './deferral/tool-name.js';
import { describeControl } from './describe/describe-control.js';
import { parseConnectorName } from './remote/connector-name.js';
import { JointRanking } from './remote/joint-ranking.js';
import { remoteLegOf } from './remote/remote-access.js';
import { searchControl } from './search/search-control.js';
import { type HermesSettings, isOff } from './settings/hermes-settings.js';

/** What the surface asks of the runtime, at the time of a call. */
export interface HermesServices {
  legs(): readonly RemoteLeg[];
  ranker(): Ranker;
}

const reserved: readonly string[] = Object.freeze(Object.values(controlNames));

/** Hermes' tool search: three controls, visible tools before them, the listing in the description of `tool_search`. */
export class HermesSurface implements Surface {
  readonly name = 'hermes';
  private readonly joint: JointRanking;

  constructor(
    private readonly settings: HermesSettings,
    private readonly services: HermesServices,
  ) {
    this.joint = new JointRanking(() => services.ranker());
  }

  controlNames(run: RunContext): readonly string[] {
    return isOff(this.settings, run) ? [] : reserved;
  }

  tools(view: SurfaceView): readonly ModelTool[] {
    return assemble(view, this.settings).tools;
  }

  /** The listing stands with the control that it explains, not in the system prompt. */
  prompt(): string {
    return '';
  }

  callName(tool: ToolDescriptor): string {
    return hermesName(tool);
  }

  async call(name: string, callArguments: unknown, session: SurfaceSession): Promise<CallAnswer> {
    const { settings, joint } = this;
    const leg = this.legOf(session);
    switch (name) {
      case controlNames.search:
        return searchControl(callArguments, session, { settings, leg, joint });
      case controlNames.describe:
        return describeControl(callArguments, session, settings, leg);
      case controlNames.call:
        return callControl(callArguments, session, settings, leg);
      default:
        throw inputError(`${JSON.stringify(name)} is not a control of this run.`);
    }
  }

  async unknown(name: string, callArguments: unknown, session: SurfaceSession): Promise<CallAnswer | undefined> {
    if (isOff(this.settings, session.run)) return undefined;
    const error = deferredNameError(name, callArguments, session);
    if (error !== undefined) throw error;
    const isRemote = parseConnectorName(name) !== undefined;
    if (isRemote && this.legOf(session) !== undefined) throw remoteNameError(name, callArguments);
    return undefined;
  }

  failure(error: ToolrackError, entry: CatalogEntry): CallAnswer {
    return directFailure(error, entry);
  }

  private legOf(view: SurfaceView): RemoteLeg | undefined {
    return remoteLegOf(view, this.services.legs(), this.settings.connectors);
  }
}
