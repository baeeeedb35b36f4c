/** Longest wait that is believed: a day. */
const mostSeconds = 86_400;

/** Seconds of a `Retry-After` header, which holds seconds or a date; `undefined` when it is absent or unreadable. */
export function retryAfterSeconds(header: string | null, now = Date.now()): number | undefined {
  const text = header?.trim() ?? '';
  if (text === '') return undefined;
  const seconds = /^\d+$/u.test(text) ? Number(text) : Math.ceil((Date.parse(text) - now) / 1000);
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), mostSeconds) : undefined;
}
