import { existsSync } from 'node:fs';

import { settledWithin, type Logger, type Runtime, type Scope } from '@toolrack/contracts';
import type { GatewayHandle } from '@toolrack/gateway';

import type { Configuration } from '../config/configuration.js';
import { disposeRuntime } from '../dispose-runtime.js';
import { errorText } from './error-text.js';
import { ListedSources } from './listed-sources.js';
import { watchFiles } from './watch-file.js';

/** What a live runtime is made with. */
export interface LiveRuntimeOptions {
  /** Reads the configuration again. */
  readonly load: () => Promise<Configuration>;
  readonly boot: (configuration: Configuration) => Promise<Runtime>;
  readonly scope: Scope;
  /** Longest wait for servers that are new, or changed, before a runtime takes over, in milliseconds. */
  readonly mostWaitMs: number;
  readonly logger: Logger;
  /** Tells the operator about a reload. */
  readonly note: (text: string) => void;
}

/**
 * The runtime behind a gateway, replaced when its configuration changes: the new one is built beside the old one, takes over, and the old
 * one goes when its last call has ended. A configuration that does not work changes nothing.
 */
export class LiveRuntime {
  private stopWatching: () => void = () => undefined;
  private readonly leaving = new Set<Promise<void>>();
  private reloading: Promise<void> | undefined;
  private isDue = false;
  private isClosed = false;
  /** Files that were said to be gone. */
  private gone = '';
  private listed: ListedSources;
  /** Ends the wait for servers. */
  private hurry: () => void = () => undefined;

  constructor(
    private current: Runtime,
    private configuration: Configuration,
    private readonly options: LiveRuntimeOptions,
  ) {
    this.listed = new ListedSources(current);
  }

  /** Starts watching; changes reach the gateway. */
  watch(handle: GatewayHandle): void {
    const { file, lock } = this.configuration;
    this.stopWatching = watchFiles([file, ...(lock === undefined ? [] : [lock.file])], () => this.reloadSoon(handle));
  }

  /** Ends the watch, lets a reload under way end, and disposes all runtimes. */
  async close(): Promise<void> {
    this.isClosed = true;
    this.hurry();
    this.stopWatching();
    await this.reloading;
    await disposeRuntime(this.current, this.options.logger);
    await Promise.all(this.leaving);
  }

  private reloadSoon(handle: GatewayHandle): void {
    this.isDue = true;
    this.hurry();
    this.reloading ??= this.reloadWhileDue(handle).finally(() => (this.reloading = undefined));
  }

  private async reloadWhileDue(handle: GatewayHandle): Promise<void> {
    while (this.isDue && !this.isClosed) {
      this.isDue = false;
      // What is there next is another change.
      if (this.isIncomplete()) continue;
      try {
        await this.reload(handle);
      } catch (error) {
        this.options.logger.error(`The changed configuration is not used, the one before goes on. ${errorText(error)}`);
      }
    }
  }

  /** A file that is gone changes nothing: neither the configuration nor the lock that it is held to is given up because of that. Said once. */
  private isIncomplete(): boolean {
    const { file, lock } = this.configuration;
    const gone = [file, ...(lock?.isEnforced === true ? [lock.file] : [])].filter((path) => !existsSync(path)).join(' and ');
    if (gone !== '' && gone !== this.gone) {
      this.options.logger.warn(`${gone} is gone. What it said goes on; it is read again when it is back.`);
    }
    this.gone = gone;
    return gone !== '';
  }

  private async reload(handle: GatewayHandle): Promise<void> {
    const { logger, load, boot, note } = this.options;
    const configuration = await load();
    const next = await boot(configuration);
    const listed = new ListedSources(next);
    try {
      await this.prepare(next, configuration, listed);
    } catch (error) {
      logger.warn('The first run of the changed configuration failed.', { reason: errorText(error) });
    }
    if (this.isClosed) {
      listed.close();
      return disposeRuntime(next, logger);
    }
    if (JSON.stringify(configuration.gateway) !== JSON.stringify(this.configuration.gateway)) {
      logger.warn('Changes of the key "gateway" take effect at the next start.');
    }
    const old = this.current;
    this.listed.close();
    this.current = next;
    this.listed = listed;
    this.configuration = configuration;
    const gone = handle.swap(next).then(() => disposeRuntime(old, logger));
    this.leaving.add(gone);
    void gone.finally(() => this.leaving.delete(gone));
    note(`Serving the changed ${configuration.file}`);
  }
  /**
   * Lists the sources before anybody is told that the list has changed. Waits for those that are new or reached in another way, and for those that
   * would be missed; not for one that gave nothing before either, so that a server that hangs holds up no rule. Another change, too, ends the wait.
   */
  private async prepare(next: Runtime, configuration: Configuration, listed: ListedSources): Promise<void> {
    const { scope, mostWaitMs } = this.options;
    const run = await next.startRun({ ...scope, sourceWaitMs: 0 });
    const pending = run.catalog.sources.filter(({ state }) => state === 'starting').map(({ id }) => id);
    await run.end();
    const [before, after] = [this.configuration.reach, configuration.reach];
    const isSame = (id: string): boolean => before !== undefined && reachOf(before, id) === reachOf(after, id);
    const awaited = pending.filter((id) => !isSame(id) || this.listed.has(id));
    if (awaited.length === 0 || this.isDue || this.isClosed) return;
    const hurried = new Promise<void>((resolve) => (this.hurry = resolve));
    const most = configuration.options.limits?.discoveryTimeoutMs ?? mostWaitMs;
    await settledWithin(Promise.race([listed.answers(awaited), hurried]), most);
  }
}

function reachOf(reach: Configuration['reach'], id: string): string | undefined {
  return reach?.get(id) ?? reach?.get('');
}
