import { resolve } from 'node:path';

import { definePlugin, deny, isSourceQuestion, sourceId, stages, visibleText, type Denial } from '@toolrack/contracts';

import { ChangeWatch } from './change-watch.js';
import { lockFileName } from './lock-file.js';
import { LockKeeper, type QuarantineStatus } from './lock-keeper.js';
import { unlockedSources, optionsSchema, type PolicyLockOptions } from './options.js';
import { Quarantines } from './quarantine.js';

/** Most ids that one line of the log names. */
const mostNamed = 5;

const reasons: Readonly<Record<QuarantineStatus, string>> = {
  new: 'quarantined: nobody has reviewed this tool; see "toolrack lock --check"',
  changed: 'quarantined: its definition has changed since it was reviewed; see "toolrack lock --check"',
  moved: 'quarantined: another program or address stands behind its source than when it was reviewed; see "toolrack lock --check"',
  'unreadable lock': 'quarantined: the lock of reviewed definitions cannot be read',
};

function denied(status: QuarantineStatus | undefined): Denial | undefined {
  return status === undefined ? undefined : deny(reasons[status], { rule: `policy-lock: ${status}` });
}

/**
 * Keeps out of every run what is not as it was reviewed: a tool that is new, whose definition has changed, or whose source is another program
 * or address. A missing or damaged lock fails the boot; one that is damaged later quarantines everything.
 */
export const policyLock = definePlugin<PolicyLockOptions>({
  name: '@toolrack/policy-lock',
  version: '0.1.0',
  api: '^1',
  optionsSchema,
  apply(host, options) {
    const file = resolve(options.baseDirectory ?? '.', options.file ?? lockFileName);
    const keeper = new LockKeeper(file, options.except ?? unlockedSources, options.origins);
    const fresh: string[] = [];
    const report = (): void => {
      const ids = fresh.splice(0);
      if (ids.length === 0) return;
      const more = ids.length > mostNamed ? ` and ${ids.length - mostNamed} more` : '';
      host.logger.warn(
        `${ids.length} ${ids.length === 1 ? 'tool is' : 'tools are'} quarantined: ${ids.slice(0, mostNamed).map(visibleText).join(', ')}${more}. ` +
          '"toolrack lock --check" shows why, "toolrack lock --accept" releases them.',
      );
    };
    host.contribute(Quarantines, keeper);
    host.hooks.runStart.tap(() => {
      if (!keeper.refresh()) return;
      const damage = keeper.damage();
      if (damage !== undefined) host.logger.error(`${damage} Every locked tool is quarantined.`);
      host.invalidateCatalog();
    });
    host.hooks.policy.tap((tool, { phase }) => {
      if (isSourceQuestion(tool)) {
        const { status, isFresh } = keeper.checkSource(sourceId(tool.source));
        if (isFresh && fresh.push(tool.id) === 1) queueMicrotask(report);
        return denied(status);
      }
      // What has no definition cannot be used: there is nothing to compare.
      if (tool.digest === '') return undefined;
      const status = keeper.check(tool);
      if (phase === 'list' && keeper.note(tool, status) && fresh.push(tool.id) === 1) queueMicrotask(report);
      return denied(status);
    });
    host.events.on('catalog:built', report);
    const watch = new ChangeWatch(() => host.invalidateCatalog());
    host.events.on('source:changed', ({ sourceId: id }) => void (keeper.holds(id) && watch.announced(id)));
    for (const name of ['source:listed', 'source:failed'] as const) host.events.on(name, ({ sourceId: id }) => watch.listed(id));
    // Before anything else is said of a call: the runtime asks the policy again when this has ended.
    host.hooks.authorize.tap((call) => watch.settled(sourceId(call.tool.source), call.signal), { stage: stages.early });
    host.onDispose(() => watch.close());
  },
});
