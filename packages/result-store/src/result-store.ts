import {
  definePlugin,
  PolicyService,
  reasonOf,
  ResultKeepers,
  sourceId,
  stages,
  SurfaceService,
  ToolSources,
  type CallView,
  type RunContext,
} from '@toolrack/contracts';
import { cutResult, withoutMark } from './cut-result.js';
import { KeptResults } from './kept-results.js';
import { resultStoreOptionsSchema, withDefaults, type ResultStoreOptions } from './options.js';
import { ReaderCalls, readerId, readResultSource } from './read-on.js';
import { ReadResultSource } from './read-result-source.js';
import { resultKeeper } from './result-keeper.js';

/**
 * Large results are cut, with a note of what is missing, and kept for a while; the tool `read_result` reads on in them.
 * Runs after redaction: what was removed from a result must not be found in the kept one either, not even in parts.
 */
export const resultStore = definePlugin<ResultStoreOptions>({
  name: '@toolrack/result-store',
  version: '0.1.0',
  api: '^1',
  optionsSchema: resultStoreOptionsSchema,
  apply(host, given) {
    const options = withDefaults(given);
    const kept = new KeptResults({ bytes: options.storeBytes, entries: options.storeEntries, ageMs: options.storeMs });
    host.contribute(ToolSources, new ReadResultSource(kept, options, (tool, run) => host.service(PolicyService).isAllowed(tool, run)));
    const { through } = options;
    const hasControl = (run: RunContext): boolean =>
      through !== undefined && host.service(SurfaceService).controlNames(run).includes(through);
    const calls = new ReaderCalls((run) => (hasControl(run) ? through : undefined));
    host.contribute(ResultKeepers, resultKeeper({ kept, calls }, options));
    // A surface with that control bounds what it shows itself, and hosts get results whole; only what is shown directly passes no surface.
    const isLeftToSurface = ({ run, tool, callId, parentCallId }: CallView): boolean =>
      hasControl(run) && (callId !== parentCallId || !(tool.exposure === 'direct-only' || run.directNames.includes(tool.name)));
    if (through !== undefined) {
      host.hooks.visibility.tap((tool, { run }) => (tool.id === readerId && hasControl(run) ? 'hidden' : undefined), {
        stage: stages.early,
      });
    }
    host.hooks.result.tap(
      (result, call) => {
        // Its answers are within the bounds, and cutting them again would hide what was asked for.
        if (sourceId(call.tool.source) === readResultSource) return result;
        if (isLeftToSurface(call)) return withoutMark(result);
        try {
          return cutResult(result, call, options, { kept, calls });
        } catch (error) {
          // A fault at this stage would withhold the result from the model.
          host.logger.warn('a large result could not be cut', { tool: call.tool.id, reason: reasonOf(error) });
          return result;
        }
      },
      { stage: stages.redaction + 100 },
    );
    host.onDispose(() => kept.dispose());
  },
});
