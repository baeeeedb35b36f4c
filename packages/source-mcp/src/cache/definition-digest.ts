import { createHash } from 'node:crypto';
import { canonicalText } from '../canonical-text.js';
import type { ServerDefinition } from '../server-options.js';

/**
 * SHA-256 in hexadecimal of what decides which tools a server has: its program, arguments and folder, or its address; and the names of its
 * variables and headers. Values of those are left out: they are secrets, and a new token is no new server.
 */
export function definitionDigest(endpoint: ServerDefinition['endpoint']): string {
  const identity =
    endpoint.type === 'stdio'
      ? { command: endpoint.command, args: endpoint.args, cwd: endpoint.cwd ?? '', env: Object.keys(endpoint.env).sort() }
      : {
          url: endpoint.url.href,
          headers: Object.keys(endpoint.headers)
            .map((name) => name.toLowerCase())
            .sort(),
        };
  return createHash('sha256').update(canonicalText(identity)).digest('hex');
}
