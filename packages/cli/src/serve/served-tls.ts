import type { Logger } from '@toolrack/contracts';
import type { HttpHandle } from '@toolrack/gateway';

import { errorText } from './error-text.js';
import { readTlsFiles, type TlsFiles, type TlsPair } from './tls-files.js';
import { watchFiles } from './watch-file.js';

/** The certificate that a gateway serves with, taken anew when its files change: certificates are renewed while servers run. */
export class ServedTls {
  /** What was read last. */
  pair: TlsPair;
  private stopWatching: () => void = () => undefined;

  /** Throws `ERR_CONFIG_VALUE` for files that cannot be used. */
  constructor(
    private readonly files: TlsFiles,
    private readonly logger: Logger,
  ) {
    this.pair = this.read();
  }

  /** Hands changed files to the gateway; a pair that does not work changes nothing. */
  watch(handle: Pick<HttpHandle, 'renewTls'>, note: (text: string) => void): void {
    this.stopWatching = watchFiles([this.files.cert, this.files.key], () => {
      try {
        this.pair = this.read();
        handle.renewTls(this.pair);
        note(`Serving with the changed certificate ${this.files.cert}`);
      } catch (error) {
        this.logger.error(`The changed certificate is not used, the one before goes on. ${errorText(error)}`);
      }
    });
  }

  /** Ends the watch. */
  close(): void {
    this.stopWatching();
  }

  private read(): TlsPair {
    const pair = readTlsFiles(this.files);
    for (const warning of pair.warnings) this.logger.warn(warning);
    return pair;
  }
}
