import {
  type RemoteDescribeAnswer,
  type RemoteEntry,
  type RemoteLeg,
  type RemoteOutcome,
  type RemoteSearchAnswer,
  type RemoteTool,
} from '@toolrack/contracts';

/** A remote tool from `connectors__<connector>__<tool>`. */
export function remoteTool(name: string, description = '', parameters: RemoteTool['parameters'] = { type: 'object' }): RemoteTool {
  const [, connector = '', rest = ''] = name.split('__');
  return { id: `connectors:fake:${name}`, name, connector, slug: `${connector.toUpperCase()}_${rest}`, description, parameters };
}

/** A leg in memory that remembers what it was asked. */
export class FakeLeg implements RemoteLeg {
  available = true;
  searches: (readonly string[])[] = [];
  aborted = 0;
  described: (readonly string[])[] = [];
  executed: RemoteEntry[] = [];
  /** A search answers only when it is aborted. */
  hangs = false;
  private readonly waiting: (() => void)[] = [];
  found: () => RemoteSearchAnswer | Promise<RemoteSearchAnswer> = () => ({ groups: [] });
  known: () => RemoteDescribeAnswer | Promise<RemoteDescribeAnswer> = () => ({ tools: {} });
  outcome: (entry: RemoteEntry) => RemoteOutcome | undefined = (entry) => ({ response: entry.arguments });

  /** Resolves when a search has arrived. */
  searchStarted(): Promise<void> {
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  isAvailable(): boolean {
    return this.available;
  }

  async search(queries: readonly string[], _limit: number, signal: AbortSignal): Promise<RemoteSearchAnswer> {
    this.searches.push(queries);
    for (const started of this.waiting.splice(0)) started();
    const ended = new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve(void this.aborted++), { once: true });
    });
    if (this.hangs) await ended;
    return this.found();
  }

  async describe(names: readonly string[]): Promise<RemoteDescribeAnswer> {
    this.described.push(names);
    return this.known();
  }

  async execute(entries: readonly RemoteEntry[]): Promise<readonly (RemoteOutcome | undefined)[]> {
    this.executed.push(...entries);
    return entries.map((entry) => this.outcome(entry));
  }
}
