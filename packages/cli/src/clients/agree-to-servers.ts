import { describeServer } from '@toolrack/client-config';
import type { JsonObject } from '@toolrack/contracts';

import type { CommandContext } from '../command-context.js';
import { askAtTerminal, type Ask } from '../terminal/ask.js';

/** A server that somebody has to agree to. */
export interface AskedServer {
  readonly name: string;
  readonly entry: JsonObject;
}

/** How agreement is found. */
export interface Agreement {
  /** Agree to all of them, as the person said on the command line; what runs is shown all the same. */
  readonly all: boolean;
  readonly ask?: Ask;
}

/**
 * Shows what each server runs and asks whether it may. Gives the names that somebody agreed to; without a terminal none, unless `all` is set.
 */
export async function agreeToServers(
  context: CommandContext,
  servers: readonly AskedServer[],
  agreement: Agreement,
): Promise<ReadonlySet<string>> {
  const agreed = new Set<string>();
  const ask = agreement.ask ?? askAtTerminal;
  let all = agreement.all;
  let isThere = true;
  for (const { name, entry } of servers) {
    for (const line of describeServer(name, entry)) context.terminal.note(line);
    if (!all && isThere) {
      const answer = (await ask('Run this from now on? [y]es, [N]o, [a]ll of them: ', context.signal))?.trim().toLowerCase();
      isThere = answer !== undefined;
      all = answer === 'a' || answer === 'all';
      if (answer === 'y' || answer === 'yes') agreed.add(name);
    }
    if (all) agreed.add(name);
  }
  return agreed;
}
