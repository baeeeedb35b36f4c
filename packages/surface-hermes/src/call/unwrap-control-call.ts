import { isJsonObject, type JsonObject } from '@toolrack/contracts';
import { controlNames } from '../deferral/tool-name.js';
import { connectorBatchName, isConnectorName } from '../remote/connector-name.js';
import { parsedJson } from '../controls/control-input.js';
import { type CallEntry, callEntries } from './call-entries.js';
import { localBatchError } from './batch-error.js';

/** A call as a model made it. */
export interface GivenCall {
  readonly name: string;
  readonly arguments: unknown;
}

/** What a call really is. */
export interface UnwrappedCall {
  /** The underlying tool; `connectors__execute` for remote calls; the given name where there is nothing to unwrap. */
  readonly name: string;
  /** `undefined` when they are no object and no JSON of one. */
  readonly arguments: JsonObject | undefined;
  /** The entries of a remote batch, or of a local one where the surface runs those. */
  readonly calls?: readonly CallEntry[];
  /** Why a `tool_call` cannot run; its name then stays `tool_call`. */
  readonly error?: string;
}

function objectOf(value: unknown): JsonObject | undefined {
  if (value === undefined || value === null) return {};
  const read = typeof value === 'string' ? (value.trim() === '' ? {} : parsedJson(value)?.value) : value;
  return isJsonObject(read) ? read : undefined;
}

/**
 * Takes the wrapper off a `tool_call`, for hosts that show activity, apply rules or plan calls outside the runtime: they see the tool
 * that will run and not `tool_call`. Other calls come back as they are. Never throws.
 */
export function unwrapControlCall(call: GivenCall, options: { readonly localBatches?: boolean } = {}): UnwrappedCall {
  if (call.name !== controlNames.call) return { name: call.name, arguments: objectOf(call.arguments) };
  const read = callEntries(call.arguments);
  const wrapper = { name: call.name, arguments: objectOf(call.arguments) };
  if ('error' in read) return { ...wrapper, error: read.error };
  const { entries } = read;
  if (entries.every(({ name }) => isConnectorName(name))) {
    const calls = entries.map(({ name, arguments: given }): JsonObject => ({ name, arguments: given }));
    return { name: connectorBatchName, arguments: { calls }, calls: entries };
  }
  const [first] = entries;
  if (entries.length === 1 && first !== undefined) return { name: first.name, arguments: first.arguments };
  const isLocal = entries.every(({ name }) => !isConnectorName(name));
  return options.localBatches === true && isLocal ? { ...wrapper, calls: entries } : { ...wrapper, error: localBatchError(entries) };
}
