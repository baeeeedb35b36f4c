/** The command line cannot be understood; exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
