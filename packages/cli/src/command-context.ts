import { type Logger } from '@toolrack/contracts';

import { type Terminal } from './terminal/terminal.js';

/** What every command has at hand. */
export interface CommandContext {
  /** `--config`. */
  readonly configurationFile: string | undefined;
  /** `--json`: answer with JSON for programs. */
  readonly isJson: boolean;
  readonly logger: Logger;
  readonly terminal: Terminal;
  /** Aborted by the first Ctrl-C or SIGTERM. */
  readonly signal: AbortSignal;
}
