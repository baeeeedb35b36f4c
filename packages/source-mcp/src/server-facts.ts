import type { Client } from '@modelcontextprotocol/client';
import type { SourceServer } from '@toolrack/contracts';
import type { SecretMask } from '@toolrack/contracts';
import { oneLine } from './server-failure.js';

/** Longest name or version of a server that is repeated, in characters. */
const longestClaim = 100;

/** Who the server at the other end says it is, and the protocol that was agreed on. */
export function serverFacts(client: Client, mask: SecretMask): SourceServer {
  const { name, version } = client.getServerVersion() ?? {};
  const protocol = client.getNegotiatedProtocolVersion();
  return {
    ...claimed('name', name, mask),
    ...claimed('version', version, mask),
    ...(protocol === undefined ? {} : { protocol }),
    era: client.getProtocolEra() === 'modern' ? 'stateless' : 'session',
  };
}

/** Servers repeat their configuration in the oddest places. */
function claimed(key: 'name' | 'version', text: unknown, mask: SecretMask): SourceServer {
  return typeof text === 'string' && text.trim() !== '' ? { [key]: oneLine(mask.apply(text), longestClaim) } : {};
}
