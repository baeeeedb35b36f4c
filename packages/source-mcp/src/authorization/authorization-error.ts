/**
 * What stands in the way. `sign-in`: a person has to sign in; `temporary`: the authorization server does not answer or the store is
 * busy; `store`: the kept tokens cannot be read or written; `refused`: what a server says about itself cannot be accepted.
 */
export type AuthorizationProblem = 'sign-in' | 'temporary' | 'store' | 'refused';

/** Sign-in did not work. The message is the end of a sentence, without secrets: "…, because MESSAGE". */
export class AuthorizationError extends Error {
  readonly code = 'ERR_AUTHORIZATION';

  constructor(
    readonly problem: AuthorizationProblem,
    message: string,
    options?: { readonly hint?: string; readonly cause?: unknown },
  ) {
    super(message, options?.cause === undefined ? undefined : { cause: options.cause });
    this.hint = options?.hint;
  }

  /** What to do about it. */
  readonly hint: string | undefined;
}

/** The `AuthorizationError` in an error or its causes. */
export function authorizationErrorIn(error: unknown): AuthorizationError | undefined {
  let current: unknown = error;
  for (let depth = 0; depth < 8 && typeof current === 'object' && current !== null; depth += 1) {
    if (current instanceof AuthorizationError) return current;
    const { cause, data } = current as { cause?: unknown; data?: { cause?: unknown } };
    current = cause ?? data?.cause;
  }
  return undefined;
}

/** The command that signs in at a server; `scopes` are those that a call lacked. */
export function signInCommand(server: string, scopes?: string): string {
  const word = /^[\w.@/-]+$/.test(server) ? server : `'${server}'`;
  return `toolrack login ${word}${scopes === undefined ? '' : ` --scope '${scopes}'`}`;
}

/** Scopes as a server names them, without whatever is no scope (RFC 6749 section 3.3); `undefined` when nothing is left. */
export function cleanScopes(text: string | undefined): string | undefined {
  // A quotation mark that a shell would take for the end of the text is left out too.
  const scopes = (text ?? '').split(' ').filter((scope) => /^[\x21\x23-\x26\x28-\x5B\x5D-\x7E]{1,200}$/.test(scope));
  return scopes.length === 0 ? undefined : [...new Set(scopes)].slice(0, 100).join(' ');
}

/** Words of a remote party for a terminal or a log: one line, no control characters, at most 300 characters. */
export function foreignText(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return line.length > 300 ? `${line.slice(0, 299)}…` : line;
}
