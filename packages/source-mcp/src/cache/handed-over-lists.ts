import type { KeptLists, ListRecord } from './list-record.js';

/** By the name of whoever hands over, then by the digest of a server. */
const memories = new Map<string, Map<string, ListRecord>>();

/**
 * The lists of servers in the memory of the process, for a runtime that takes over from another one. Where there is a folder too, it is asked
 * for what this process has not seen.
 */
export function handedOverLists(name: string, folder?: KeptLists): KeptLists {
  const memory = memories.get(name) ?? new Map<string, ListRecord>();
  memories.set(name, memory);
  return {
    load: async (digest, server) => memory.get(digest) ?? (await folder?.load(digest, server)),
    save: (digest, record) => {
      memory.set(digest, record);
      folder?.save(digest, record);
    },
    settle: async () => folder?.settle(),
  };
}
