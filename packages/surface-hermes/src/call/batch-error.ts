import { type CallEntry } from './call-entries.js';

/** Longest arguments in a restated payload, in characters of compact JSON. */
const longestArguments = 1500;
const placeholder = '<the arguments of your first entry>';

/** A call with one entry, as compact JSON that can be sent as it is; long arguments are replaced by a placeholder. */
export function restatedCall(entry: CallEntry): string {
  const isLong = JSON.stringify(entry.arguments).length > longestArguments;
  return JSON.stringify({ calls: [{ name: entry.name, arguments: isLong ? placeholder : entry.arguments }] });
}

/** Why several entries with a local one do not run, with the payload that would. Small models repeat a batch until they see one. */
export function localBatchError(entries: readonly CallEntry[]): string {
  const rest = entries.length - 1;
  const others = rest === 1 ? 'the other one as a separate tool_call' : `the remaining ${rest} as separate tool_call calls`;
  return (
    `Local tools take exactly one entry per tool_call; you sent ${entries.length}, so nothing ran. ` +
    `Send ${restatedCall(entries[0] as CallEntry)} first, then ${others}. Only connectors__ names can be batched.`
  );
}
