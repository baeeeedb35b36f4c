import type { Runtime } from '@toolrack/contracts';

/** A quarantined tool as people and programs are told about it. */
export interface QuarantineNote {
  readonly id: string;
  readonly status: string;
  readonly message: string;
}

const words: Readonly<Record<string, string>> = {
  new: 'it is new and nobody has reviewed it',
  changed: 'its definition has changed since it was reviewed',
  moved: 'another program or address stands behind its source than when it was reviewed',
};

/** What the lock of a runtime keeps out, and why. */
export async function quarantineNotes(runtime: Runtime): Promise<readonly QuarantineNote[]> {
  const { Quarantines } = await import('@toolrack/policy-lock');
  return runtime.contributions(Quarantines).flatMap((quarantine) =>
    quarantine.changes().map(({ id, status }) => ({
      id,
      status,
      message: `quarantined: ${words[status] ?? status}; "toolrack lock --check" shows it, "toolrack lock --accept ${id}" releases it`,
    })),
  );
}
