import { type JsonObject } from '@toolrack/contracts';
import { type GivenCall, unwrapControlCall } from '../call/unwrap-control-call.js';
import { controlNames } from '../deferral/tool-name.js';
import { connectorBatchName } from '../remote/connector-name.js';
import { overlaps, reservedPath, type PathUse } from './path-use.js';

/** Calls that may run at the same time, or one after another; numbers are positions in the model's list. */
export interface PlannedSegment {
  readonly mode: 'parallel' | 'sequential';
  readonly calls: readonly number[];
}

/** What the planner must know of a session. */
export interface PlannerFacts {
  /** True for a name that `tool_call` may reach. A wrapped name that it may not reach is a barrier. */
  isDeferred(name: string): boolean;
  /** True for a tool whose server or source allows its calls to run at the same time. */
  supportsParallel(name: string): boolean;
}

/** Tools that ask a person or change what others see. */
const neverParallel: ReadonlySet<string> = new Set(['clarify', 'manage_connections', 'manage_catalog']);
/** Tools that only read, and the two look-ups of the bridge. */
const readOnly: ReadonlySet<string> = new Set([
  ...[controlNames.search, controlNames.describe, 'search_files', 'session_search', 'skill_view', 'skills_list', 'vision_analyze'],
  ...['web_extract', 'web_search', 'ha_get_state', 'ha_list_entities', 'ha_list_services'],
]);

interface Admission {
  readonly isParallel: boolean;
  readonly path?: PathUse;
}

const barrier: Admission = { isParallel: false };

function admit(call: GivenCall, facts: PlannerFacts): Admission {
  const { name, arguments: given, error, calls } = unwrapControlCall(call);
  const isWrapped = call.name === controlNames.call;
  if (error !== undefined || given === undefined || neverParallel.has(name)) return barrier;
  if (isWrapped && name === connectorBatchName && calls !== undefined) return { isParallel: true };
  if (isWrapped && !facts.isDeferred(name)) return barrier;
  return admitTool(name, given, facts);
}

function admitTool(name: string, callArguments: JsonObject, facts: PlannerFacts): Admission {
  if (readOnly.has(name)) return { isParallel: true };
  const path = reservedPath(name, callArguments);
  if (path !== undefined) return path === 'unknown' ? barrier : { isParallel: true, path };
  return { isParallel: facts.supportsParallel(name) };
}

/** A parallel run of one is sequential; adjacent sequential runs are one. */
function merged(segments: readonly PlannedSegment[]): readonly PlannedSegment[] {
  const result: PlannedSegment[] = [];
  for (const { mode, calls } of segments) {
    const last = result[result.length - 1];
    const real = mode === 'parallel' && calls.length > 1 ? 'parallel' : 'sequential';
    if (real === 'sequential' && last?.mode === 'sequential')
      result[result.length - 1] = { mode: 'sequential', calls: [...last.calls, ...calls] };
    else result.push({ mode: real, calls });
  }
  return result;
}

/**
 * Plans the calls of one turn on what they really are: `tool_call` is unwrapped first, so that a bridged tool is treated like a direct
 * call of it, no better and no worse. The order of the calls is kept; whatever is not known to be safe is a barrier. Pure; never throws.
 */
export function planCalls(calls: readonly GivenCall[], facts: PlannerFacts): readonly PlannedSegment[] {
  const segments: PlannedSegment[] = [];
  let parallel: number[] = [];
  let paths: PathUse[] = [];
  const flush = (): void => {
    if (parallel.length > 0) segments.push({ mode: 'parallel', calls: parallel });
    parallel = [];
    paths = [];
  };
  for (const [position, call] of calls.entries()) {
    const { isParallel, path } = admit(call, facts);
    if (!isParallel || (path !== undefined && paths.some((other) => overlaps(path, other)))) flush();
    if (!isParallel) segments.push({ mode: 'sequential', calls: [position] });
    else {
      parallel.push(position);
      if (path !== undefined) paths.push(path);
    }
  }
  flush();
  return merged(segments);
}
