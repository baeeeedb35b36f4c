import { Writable } from 'node:stream';

/** Standard output, for what the command itself has to say. */
export interface ReservedStdout {
  /** Resolves when more may be written; rejects when nobody reads any more. */
  write(text: string | Uint8Array): Promise<void>;
  /** The same as a stream, for a library that writes by itself. */
  readonly stream: Writable;
  /** Aborted when the reader has gone. */
  readonly closed: AbortSignal;
  /** Resolves when everything has been handed over; `process.exit` does not wait for that. */
  flush(): Promise<void>;
}

/**
 * Takes standard output for results and protocols: whatever else the process prints there from now on, such as the `console.log`
 * of a plugin, goes to standard error, where it cannot corrupt them.
 */
export function reserveStdout(): ReservedStdout {
  const writeNow = process.stdout.write.bind(process.stdout) as (
    text: string | Uint8Array,
    done: (error?: Error | null) => void,
  ) => boolean;
  process.stdout.write = process.stderr.write.bind(process.stderr);
  const gone = new AbortController();
  let last: Promise<void> = Promise.resolve();
  const write = (text: string | Uint8Array): Promise<void> => {
    if (gone.signal.aborted) return Promise.reject(gone.signal.reason as Error);
    const written = new Promise<void>((resolve, reject) => writeNow(text, (error) => (error ? reject(error) : resolve())));
    last = written.catch(() => undefined);
    return written;
  };
  const stream = new Writable({
    decodeStrings: false,
    write: (chunk: string | Uint8Array, _encoding, done) => void write(chunk).then(() => done(), done),
  });
  stream.on('error', () => undefined);
  process.stdout.on('error', (error: Error) => {
    gone.abort(error);
    stream.destroy(error);
  });
  return { write, stream, closed: gone.signal, flush: () => last };
}
