import type { RunContext } from '@toolrack/contracts';

/** Equal for runs whose catalogs cannot differ as long as sources and rules stay as they are. */
export function scopeKeyOf(run: RunContext, allow: readonly string[] | undefined, skipped: ReadonlySet<string>): string {
  const { scope } = run;
  return JSON.stringify([
    scope.tenant,
    scope.agent,
    scope.profile,
    scope.sandbox,
    scope.session,
    run.contextWindow,
    run.model,
    run.directNames,
    run.host,
    allow,
    [...skipped],
  ]);
}
