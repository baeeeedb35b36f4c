/** What was looked at and how it is. */
export interface Finding {
  readonly level: 'ok' | 'warning' | 'failure';
  readonly subject: string;
  readonly message: string;
}
