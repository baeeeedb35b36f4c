import { setMaxListeners } from 'node:events';

/**
 * Lets one signal serve any number of operations at a time without a warning of a leak: each of them takes its listener away at its end, so
 * there are never more listeners than operations that run.
 */
export function shareSignal<Signal extends AbortSignal | null | undefined>(signal: Signal): Signal {
  if (signal !== null && signal !== undefined) setMaxListeners(Infinity, signal);
  return signal;
}
