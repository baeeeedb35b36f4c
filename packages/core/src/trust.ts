import { matchPattern } from '@toolrack/contracts';
import type { Trust } from '@toolrack/contracts';

/** First-party sources take their claims from the operator's own options, so their claims stand. */
const firstParty = '@toolrack/*';

/** The trust of a source: the lower of its own claim and the deployment's first matching grant. */
export function grantedTrust(
  claim: Trust | undefined,
  source: { readonly id: string; readonly plugin: string },
  grants: Readonly<Record<string, Trust>> = {},
): Trust {
  if (claim !== 'trusted') return 'untrusted';
  for (const [pattern, grant] of Object.entries(grants)) {
    if (matchPattern(pattern, source.id) || matchPattern(pattern, source.plugin)) return grant;
  }
  return matchPattern(firstParty, source.plugin) ? 'trusted' : 'untrusted';
}
