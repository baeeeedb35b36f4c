import { Writable } from 'node:stream';

/** Standard output that belongs to a protocol. */
export interface ReservedStdout {
  /** The same as a stream, for a library that writes its own lines. */
  readonly stream: Writable;
  /** Writes one line; resolves when more may be written. Rejects when nobody reads any more. */
  writeLine(line: string): Promise<void>;
  /** Aborted when the reader has gone. */
  readonly closed: AbortSignal;
}

/**
 * Takes standard output for a protocol: whatever else the process prints there from now on, such as the `console.log` of a
 * plugin, goes to standard error, where it cannot corrupt the protocol.
 */
export function reserveStdout(): ReservedStdout {
  const write = process.stdout.write.bind(process.stdout) as (text: string, done: (error?: Error | null) => void) => boolean;
  process.stdout.write = process.stderr.write.bind(process.stderr);
  const gone = new AbortController();
  process.stdout.on('error', (error) => gone.abort(error));
  const stream = new Writable({
    decodeStrings: false,
    write: (chunk: string, _encoding, done) => void write(chunk, done),
  });
  process.stdout.on('error', (error) => stream.destroy(error));
  stream.on('error', () => undefined);
  return {
    stream,
    writeLine: (line) =>
      new Promise((resolve, reject) => {
        if (gone.signal.aborted) reject(gone.signal.reason as Error);
        else write(`${line}\n`, (error) => (error ? reject(error) : resolve()));
      }),
    closed: gone.signal,
  };
}
