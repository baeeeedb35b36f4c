import { isJsonObject, type JsonObject } from '@toolrack/contracts';

import { namesOf, textOf } from './hermes-values.js';
import type { Report } from './migration-note.js';

/** Turns `tools` and `trust` of a server into rules of the policy. Where a rule cannot say the same it allows less, and the report says so. */
export function serverRules(name: string, given: JsonObject, at: (key: string) => string, report: Report): readonly JsonObject[] {
  return [...filterRules(name, given['tools'], at('tools'), report), ...trustRules(name, given['trust'], at('trust'), report)];
}

function filterRules(name: string, tools: unknown, path: string, report: Report): readonly JsonObject[] {
  if (tools === undefined || tools === null) return [];
  if (!isJsonObject(tools)) {
    report({ path, outcome: 'left out', reason: 'it is no mapping' });
    return [];
  }
  for (const key of Object.keys(tools)) {
    if (['include', 'exclude'].includes(key)) continue;
    const isUtility = ['resources', 'prompts'].includes(key);
    const reason = isUtility ? 'resources and prompts are no tools here' : 'unknown key';
    report({ path: `${path}.${key}`, outcome: 'left out', reason });
  }
  const included = namesOf(tools['include'] ?? []);
  const excluded = namesOf(tools['exclude'] ?? []);
  const ids = (patterns: readonly string[]): string[] => patterns.map((pattern) => `mcp:${name}:${pattern}`);
  if (included.length > 0) {
    if (excluded.length > 0) report({ path: `${path}.exclude`, outcome: 'left out', reason: 'include wins over it' });
    report({ path: `${path}.include`, outcome: 'moved', to: 'policy.rules' });
    const exact = included.filter((pattern) => !isWild(pattern));
    for (const pattern of included.filter(isWild)) {
      report({ path: `${path}.include`, outcome: 'note', reason: `rules know only *, so what ${pattern} would add is left out` });
    }
    return [{ deny: `mcp:${name}:*`, ...(exact.length === 0 ? {} : { except: ids(exact) }), reason: 'not among the included tools' }];
  }
  if (excluded.length === 0) return [];
  report({ path: `${path}.exclude`, outcome: 'moved', to: 'policy.rules' });
  for (const pattern of excluded.filter(isWild)) {
    report({ path: `${path}.exclude`, outcome: 'note', reason: `rules know only *, so ${pattern} excludes more than before` });
  }
  const widened = excluded.map((pattern) => pattern.replaceAll(/\[[^\]]*\]|\?/gu, '*'));
  return [{ deny: ids(widened), reason: 'an excluded tool' }];
}

/** True for the signs of shell patterns that the policy's patterns do not have. */
function isWild(pattern: string): boolean {
  return /[?[\]]/u.test(pattern);
}

/** Any word but `full` is `untrusted`: calls that may write need an approval. */
function trustRules(name: string, trust: unknown, path: string, report: Report): readonly JsonObject[] {
  if (trust === undefined || trust === null || textOf(trust)?.trim().toLowerCase() === 'full') return [];
  report({
    path,
    outcome: 'moved',
    to: 'policy.rules',
    reason:
      'calls of tools that are not read-only are asked about; add an approval channel to "plugins", for example ' +
      '"@toolrack/approval-terminal", and "trust": "untrusted" to the server if its texts are to stay out of the prompt',
  });
  return [{ ask: `mcp:${name}:*`, annotations: { readOnlyHint: false }, reason: 'a tool of an untrusted server that may write' }];
}
