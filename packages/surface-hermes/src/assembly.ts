import { directTools, type ModelTool, type SurfaceView } from '@toolrack/contracts';
import { controlTools } from './controls/control-tools.js';
import { deferredCatalog } from './deferral/deferred-catalog.js';
import { hasConnections } from './remote/remote-access.js';
import { type HermesSettings, isOff } from './settings/hermes-settings.js';
import { listingTokens } from './settings/resolve-tool-search.js';

/** What the model of a run is shown, and why. */
export interface Assembly {
  /** Visible tools, then the three controls where the bridge is active. */
  readonly tools: readonly ModelTool[];
  readonly activated: boolean;
  readonly deferredCount: number;
  /** Most tokens of the listing; 0 while inactive. */
  readonly thresholdTokens: number;
  /** 0: passed through; 1: the listing names tools; 2: it names sources only, or nothing. */
  readonly tier: 0 | 1 | 2;
  readonly listingForm: string;
}

/** The surface frames the listing itself, by its form. */
const noGuidance = Object.freeze({ complete: '', partial: '' });
const namesNoTool: ReadonlySet<string> = new Set(['groups', 'none']);

/**
 * Assembles what a model sees. A deferred tool activates the bridge, however small it is; so does `manage_connections` alone, since
 * remote tools are found through it. Otherwise, and while the bridge is off, every tool is shown as it is.
 */
export function assemble(view: SurfaceView, settings: HermesSettings): Assembly {
  const visible = directTools(view);
  const { entries } = deferredCatalog(view);
  const count = entries.length;
  const isConnected = settings.connectors && hasConnections(view);
  if (isOff(settings, view.run) || (count === 0 && !isConnected)) {
    return { tools: visible, activated: false, deferredCount: count, thresholdTokens: 0, tier: 0, listingForm: 'none' };
  }
  const isListed = count > 0 && settings.listing !== 'off';
  const { text, form, omitted } = isListed ? view.directory(noGuidance) : { text: '', form: 'none', omitted: count };
  const { localBatches } = settings;
  const controls = controlTools({ count, listing: text, form, omitted, hasConnections: isConnected, localBatches });
  return {
    tools: [...visible, ...controls],
    activated: true,
    deferredCount: count,
    thresholdTokens: listingTokens(settings, view.run.contextWindow),
    tier: namesNoTool.has(form) ? 2 : 1,
    listingForm: form,
  };
}

/**
 * Tokens that definitions are taken for: characters of their compact JSON, summed, a quarter of that rounded up once. A definition
 * that cannot be serialised counts its plain string.
 */
export function estimateTokens(definitions: Iterable<unknown>): number {
  let characters = 0;
  for (const definition of definitions) {
    let text: string | undefined;
    try {
      text = JSON.stringify(definition);
    } catch {
      text = undefined;
    }
    characters += [...(text ?? String(definition))].length;
  }
  return Math.ceil(characters / 4);
}
