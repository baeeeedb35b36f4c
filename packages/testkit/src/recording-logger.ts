import type { Logger } from '@toolrack/contracts';

/** One line that a plugin logged. */
export interface LogLine {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly message: string;
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** A logger that keeps its lines. */
export function recordingLogger(): Logger & { readonly lines: readonly LogLine[] } {
  const lines: LogLine[] = [];
  const at =
    (level: LogLine['level']) =>
    (message: string, fields?: Readonly<Record<string, unknown>>): void => {
      lines.push({ level, message, ...(fields === undefined ? {} : { fields }) });
    };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error'), lines };
}
