/** Faults, one on a line; of more than `most` the rest is counted, since nobody reads a thousand. */
export function faultLines<Fault>(faults: readonly Fault[], say: (fault: Fault) => string, most = 10): string {
  const lines = faults.slice(0, most).map(say);
  if (faults.length > most) lines.push(`… and ${faults.length - most} more`);
  return lines.join('\n');
}
