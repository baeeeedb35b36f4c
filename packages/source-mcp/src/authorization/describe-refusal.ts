import { InsufficientScopeError } from '@modelcontextprotocol/client';
import type { SecretMask } from '@toolrack/contracts';
import type { ServerFailure } from '../server-failure.js';
import type { ServerDefinition } from '../server-options.js';
import { authorizationErrorIn, cleanScopes, signInCommand } from './authorization-error.js';

/** What a person can do about a server that wants a sign-in; `undefined` where `toolrack login` is of no use. */
export function signInHint(definition: ServerDefinition, scopes?: string): string | undefined {
  const { endpoint, name } = definition;
  if (endpoint.type === 'stdio' || endpoint.authorization === undefined) return undefined;
  if (endpoint.authorization.grant === 'client_credentials') return undefined;
  return `Run "${signInCommand(name, scopes)}".`;
}

/** Scopes that a server says a request lacked; `undefined` when it said nothing of the kind. */
export function missingScope(error: unknown): { readonly scopes: string | undefined } | undefined {
  let current: unknown = error;
  for (let depth = 0; depth < 8 && typeof current === 'object' && current !== null; depth += 1) {
    if (current instanceof InsufficientScopeError) return { scopes: cleanScopes(current.requiredScope) };
    const { cause, data } = current as { cause?: unknown; data?: { cause?: unknown } };
    current = cause ?? data?.cause;
  }
  return undefined;
}

/** The failure of a start, a list or a call in terms of the sign-in, where it has to do with that. */
export function describeRefusal(
  failure: ServerFailure,
  error: unknown,
  definition: ServerDefinition,
  problem: string | undefined,
  mask: SecretMask,
): ServerFailure {
  const lacking = missingScope(error);
  const own = authorizationErrorIn(error);
  if (own !== undefined) {
    const hint = own.hint ?? 'Try again later.';
    return { ...failure, state: 'failed', summary: mask.apply(`cannot be signed in at: ${own.message}`), hint };
  }
  if (lacking !== undefined) {
    const scopes = lacking.scopes === undefined ? '' : ` (${lacking.scopes})`;
    const hint = signInHint(definition, lacking.scopes) ?? 'Give the credentials of the server more rights.';
    return {
      ...failure,
      state: 'unauthorised',
      summary: mask.apply(`wants more rights${scopes}`) + hintIn(definition, lacking.scopes),
      hint,
    };
  }
  if (failure.state === 'unauthorised' && signsInByItself(definition)) {
    const reason = problem === undefined ? '' : `: ${mask.apply(problem)}`;
    return { ...failure, summary: `${failure.summary}${reason}`, hint: 'Check "authorization" of the server.' };
  }
  const hint = failure.state === 'unauthorised' ? signInHint(definition) : undefined;
  if (hint === undefined) return failure;
  const reason = problem === undefined ? '' : `: ${mask.apply(problem)}`;
  return { ...failure, summary: `${failure.summary}${reason}${hintIn(definition)}`, hint };
}

function signsInByItself({ endpoint }: ServerDefinition): boolean {
  return endpoint.type !== 'stdio' && endpoint.authorization?.grant === 'client_credentials';
}

/** The state of a source shows the summary alone. */
function hintIn(definition: ServerDefinition, scopes?: string): string {
  return signInHint(definition) === undefined ? '' : `; run ${signInCommand(definition.name, scopes)}`;
}
