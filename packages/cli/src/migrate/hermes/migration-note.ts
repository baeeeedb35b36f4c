/** What became of one key, for the person who reads it. Never holds a value: it may be a secret. */
export interface MigrationNote {
  /** The key in the old file, for example `mcp_servers.github.timeout`. */
  readonly path: string;
  /** `moved`: it is in the new file. `left out`: it is not. `note`: something to know or to do. */
  readonly outcome: 'moved' | 'left out' | 'note';
  /** The key in the new file, when it is another one. */
  readonly to?: string;
  readonly reason?: string;
}

/** Collects notes. */
export type Report = (note: MigrationNote) => void;
