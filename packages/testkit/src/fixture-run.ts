import type { RunContext, RunRequest, Scope } from '@toolrack/contracts';

let counter = 0;

/** A frozen run context with the defaults that the kernel documents. */
export function fixtureRun(request: RunRequest & { readonly runId?: string } = {}): RunContext {
  counter += 1;
  const scope: Scope = Object.freeze({
    ...(request.tenant === undefined ? {} : { tenant: request.tenant }),
    ...(request.agent === undefined ? {} : { agent: request.agent }),
    ...(request.profile === undefined ? {} : { profile: request.profile }),
    ...(request.sandbox === undefined ? {} : { sandbox: request.sandbox }),
    ...(request.session === undefined ? {} : { session: request.session }),
  });
  return Object.freeze({
    runId: request.runId ?? `run-${String(counter)}`,
    scope,
    ...(request.contextWindow === undefined ? {} : { contextWindow: request.contextWindow }),
    ...(request.model === undefined ? {} : { model: request.model }),
    ...(request.allow === undefined ? {} : { allow: Object.freeze([...request.allow]) }),
    directNames: Object.freeze([...(request.directNames ?? [])]),
    ...(request.client === undefined ? {} : { client: request.client }),
    host: Object.freeze({ deferredDispatch: true, nativeToolSearch: false, codeMode: false, ...request.host }),
    signal: request.signal ?? new AbortController().signal,
  });
}
