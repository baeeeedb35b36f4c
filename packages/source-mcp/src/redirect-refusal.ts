/** A redirect that was not followed. */
export interface RedirectRefusal {
  /** For the operator; completes the server's name. */
  readonly summary: string;
  readonly hint: string;
  /** The server may have acted before it redirected: these answers also mean "done, look there". */
  readonly mayHaveRun: boolean;
}

/**
 * The redirect that a transport did not follow, if that is what an error with this HTTP status is about. 307 and 308 are followed within an
 * origin; others would make another request of it, and another origin would be sent what is only meant for the one that is configured.
 */
export function redirectRefusal(error: unknown, status: number | undefined): RedirectRefusal | undefined {
  if (status === undefined || status < 300 || status > 399 || !(error instanceof Error)) return undefined;
  const target = /(?:Redirect to|; try) (\S+?)(?: not followed| as the endpoint)/i.exec(error.message)?.[1];
  const keepsMethod = status === 307 || status === 308;
  const why = keepsMethod
    ? 'redirects to another origin are refused, since it would be sent the credentials and arguments that are meant for this one'
    : 'a redirect of this kind is refused, since it would lose the request';
  return {
    summary: `redirects ${target === undefined ? 'elsewhere' : `to ${target}`} (HTTP ${status}); ${why}`,
    hint: `If the server has moved, set its "url" to ${target ?? 'the new address'}.`,
    mayHaveRun: !keepsMethod,
  };
}
