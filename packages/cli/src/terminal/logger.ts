import type { Logger } from '@toolrack/contracts';

/** Levels in their order; a logger writes its own level and those after it. */
export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;

/** One of `logLevels`. */
export type LogLevel = (typeof logLevels)[number];

/** Writes one line an entry: level, message, and fields as JSON. */
export function lineLogger(level: LogLevel, write: (line: string) => void): Logger {
  const log =
    (own: Exclude<LogLevel, 'silent'>) =>
    (message: string, fields?: Readonly<Record<string, unknown>>): void => {
      if (logLevels.indexOf(own) < logLevels.indexOf(level)) return;
      const facts = Object.entries(fields ?? {}).map(([key, value]) => ` ${key}=${factText(value)}`);
      write(`toolrack ${own}: ${message}${facts.join('')}`.replace(/[\r\n]+/gu, ' '));
    };
  return { debug: log('debug'), info: log('info'), warn: log('warn'), error: log('error') };
}

function factText(value: unknown): string {
  if (typeof value === 'string' && /^[\w:./@-]+$/u.test(value)) return value;
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return '[unreadable]';
  }
}
