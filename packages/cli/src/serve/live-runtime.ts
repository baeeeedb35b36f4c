import { existsSync } from 'node:fs';

import type { Logger, Runtime, Scope } from '@toolrack/contracts';
import type { GatewayHandle } from '@toolrack/gateway';

import type { Configuration } from '../config/configuration.js';
import { disposeRuntime } from '../dispose-runtime.js';
import { errorText } from './error-text.js';
import { watchFiles } from './watch-file.js';

/** What a live runtime is made with. */
export interface LiveRuntimeOptions {
  /** Reads the configuration again. */
  readonly load: () => Promise<Configuration>;
  readonly boot: (configuration: Configuration) => Promise<Runtime>;
  readonly scope: Scope;
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

  constructor(
    private current: Runtime,
    private configuration: Configuration,
    private readonly options: LiveRuntimeOptions,
  ) {}

  /** Starts watching; changes reach the gateway. */
  watch(handle: GatewayHandle): void {
    const { file, lock } = this.configuration;
    this.stopWatching = watchFiles([file, ...(lock === undefined ? [] : [lock.file])], () => this.reloadSoon(handle));
  }

  /** Ends the watch, lets a reload under way end, and disposes all runtimes. */
  async close(): Promise<void> {
    this.isClosed = true;
    this.stopWatching();
    await this.reloading;
    await disposeRuntime(this.current, this.options.logger);
    await Promise.all(this.leaving);
  }

  private reloadSoon(handle: GatewayHandle): void {
    this.isDue = true;
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
    const { logger, load, boot, scope, note } = this.options;
    const configuration = await load();
    const next = await boot(configuration);
    // Connects to the servers before anybody is told that the list has changed.
    await next.startRun(scope).then(
      (run) => run.end(),
      (error: unknown) => logger.warn('The first run of the changed configuration failed.', { reason: errorText(error) }),
    );
    if (this.isClosed) return disposeRuntime(next, logger);
    if (JSON.stringify(configuration.gateway) !== JSON.stringify(this.configuration.gateway)) {
      logger.warn('Changes of the key "gateway" take effect at the next start.');
    }
    const old = this.current;
    this.current = next;
    this.configuration = configuration;
    const gone = handle.swap(next).then(() => disposeRuntime(old, logger));
    this.leaving.add(gone);
    void gone.finally(() => this.leaving.delete(gone));
    note(`Serving the changed ${configuration.file}`);
  }
}
