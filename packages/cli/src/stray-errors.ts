import { dirname, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

import { reasonOf, Redactor, type Logger } from '@toolrack/contracts';

/** Lines that are written of equal errors, and different errors that are told apart; a timer may throw every millisecond. */
const mostLines = 5;
const mostErrors = 200;
/** Where the packages of this command are: `node_modules/@toolrack`, or `packages` of the repository. */
const packages = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const redactor = new Redactor();

/** Where an error was made, as far as its stack tells. */
export interface ErrorOrigin {
  /** Packages and files, the innermost first; empty when the stack names none. */
  readonly places: readonly string[];
  /** It was made by Toolrack's own code. */
  readonly isOwn: boolean;
}

/** Reads the stack of an error: which package or file of a plugin made it. Never throws. */
export function originOf(error: unknown, own: string = packages, folder: string = process.cwd()): ErrorOrigin {
  const files = framesOf(error);
  const isOwn = (file: string): boolean => /^[^/\\]+[/\\](?:dist|src)[/\\]/.test(relative(own, file));
  const places = files.filter((file) => !isOwn(file)).map((file) => placeOf(file, folder));
  return { places: [...new Set(places)].slice(0, 3), isOwn: files[0] !== undefined && isOwn(files[0]) };
}

/** The files in a stack, without those of Node.js itself. */
function framesOf(error: unknown): readonly string[] {
  try {
    const { stack } = error as { readonly stack?: unknown };
    const lines = typeof stack === 'string' ? stack.split('\n', 60) : [];
    return lines.flatMap((line) => {
      const [, place] = /^\s+at (?:.*\()?(.{1,1000}?):\d+:\d+\)?$/.exec(line.slice(0, 2000)) ?? [];
      if (place === undefined || place.startsWith('node:')) return [];
      return [place.startsWith('file:') ? fileURLToPath(place.replace(/\?.*$/, '')) : place];
    });
  } catch {
    return [];
  }
}

function placeOf(file: string, folder: string): string {
  const [, name] = /.*[/\\]node_modules[/\\]((?:@[^/\\]+[/\\])?[^/\\]+)/.exec(file) ?? [];
  if (name !== undefined) return name.replaceAll('\\', '/');
  const path = relative(folder, file);
  return path.startsWith('..') ? file : `.${sep}${path}`;
}

/**
 * What the command does with errors that nobody waits for: a promise of a plugin that is rejected after its call was answered, or a timer that
 * throws. Each is told to the operator with the place that it comes from, and the process goes on, since one plugin must not take all others
 * with it. After a throw in Toolrack's own code nobody knows what still holds, so that alone ends the process.
 */
export class StrayErrors {
  private readonly counts = new Map<string, number>();

  constructor(
    private readonly logger: () => Logger,
    private readonly exit: (error: unknown) => void,
  ) {}

  /** Takes all such errors of this process from now on: for the program that owns the process alone, never for a library. */
  install(): void {
    process.on('unhandledRejection', (reason) => this.take(reason, 'a promise that nobody waits for was rejected'));
    process.on('uncaughtException', (error) => this.take(error, 'an error was thrown where nobody catches it', true));
  }

  /** `isThrown`: by code that was interrupted by it. */
  take(error: unknown, what: string, isThrown = false): void {
    const { places, isOwn } = originOf(error);
    if (isOwn && isThrown) return this.exit(error);
    const where = isOwn ? ' in Toolrack itself, which is a fault in it' : places.length === 0 ? '' : ` in ${places.join(', called by ')}`;
    const line = `${what}${where}: ${redactor.text(reasonOf(error))}`;
    const count = (this.counts.get(line) ?? 0) + 1;
    if (this.counts.size < mostErrors || count > 1) this.counts.set(line, count);
    if (count > mostLines) return;
    this.logger().error(`${line}. The process goes on.${count === mostLines ? ' It is not told of again.' : ''}`);
  }
}
