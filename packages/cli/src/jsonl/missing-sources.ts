import type { Run } from '@toolrack/contracts';

/** Says of each source once, when a run starts without its tools because it is still starting. */
export class MissingSources {
  private readonly told = new Set<string>();

  constructor(private readonly note: (text: string) => void) {}

  look({ id, catalog }: Pick<Run, 'id' | 'catalog'>): void {
    const missing = catalog.sources.filter((source) => source.state === 'starting' && source.tools === 0 && !this.told.has(source.id));
    if (missing.length === 0) return;
    for (const source of missing) this.told.add(source.id);
    const names = missing.map((source) => source.id).join(', ');
    this.note(
      `${id} starts without the tools of ${names}, which has not listed them yet; a later run has them. ` +
        'How long the first run waits is "limits.discoveryTimeoutMs".',
    );
  }
}
