import type { Logger } from '@toolrack/contracts';

import type { ReservedStdout } from './terminal/reserved-stdout.js';
import type { Terminal } from './terminal/terminal.js';

/** What every command has at hand. */
export interface CommandContext {
  /** `--config`. */
  readonly configurationFile: string | undefined;
  /** `--json`: answer with JSON for programs. */
  readonly isJson: boolean;
  readonly logger: Logger;
  readonly terminal: Terminal;
  /** Standard output for a protocol. */
  readonly output: ReservedStdout;
  /** Aborted by the first Ctrl-C or SIGTERM. */
  readonly signal: AbortSignal;
}
