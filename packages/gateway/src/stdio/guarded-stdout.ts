import { Writable } from 'node:stream';

/** Standard output reserved for the protocol. */
export interface GuardedStdout {
  readonly stream: Writable;
  /** Gives standard output back. */
  restore(): void;
}

/**
 * Reserves standard output for JSON-RPC: whatever else the process prints there (a plugin's `console.log`) goes to standard error,
 * where it cannot corrupt the protocol.
 */
export function guardStdout(): GuardedStdout {
  const original: typeof process.stdout.write = Reflect.get<NodeJS.WriteStream, 'write'>(process.stdout, 'write');
  const write = original.bind(process.stdout) as (chunk: unknown, done: (error?: Error | null) => void) => boolean;
  const stream = new Writable({
    decodeStrings: false,
    write: (chunk, _encoding, done) => void write(chunk, done),
  });
  const forwardError = (error: Error): void => void stream.destroy(error);
  process.stdout.on('error', forwardError);
  process.stdout.write = process.stderr.write.bind(process.stderr);
  return {
    stream,
    restore: () => {
      process.stdout.write = original;
    },
  };
}
