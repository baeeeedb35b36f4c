/** A secret in a text: where it begins and ends, and the name that it stands under. */
export interface SecretSpan {
  readonly start: number;
  readonly end: number;
  /** Name of the variable, flag, header, key or part of an address; `""` when only its looks or the name of the whole text tell. */
  readonly name: string;
  /** The name is that of a variable of the environment. */
  readonly isVariable?: boolean;
}

/** A text with the secrets replaced. */
export function replaceSpans(
  text: string,
  spans: readonly SecretSpan[],
  replace: (secret: string, span: SecretSpan) => string,
  words = (part: string) => part,
): string {
  let at = 0;
  let result = '';
  for (const span of spans) {
    result += words(text.slice(at, span.start)) + replace(text.slice(span.start, span.end), span);
    at = span.end;
  }
  return result + words(text.slice(at));
}

/** Spans at their place in a longer text. */
export function shiftSpans(spans: readonly SecretSpan[], by: number, name = ''): SecretSpan[] {
  return spans.map((span) => ({ ...span, name: span.name === '' ? name : span.name, start: span.start + by, end: span.end + by }));
}
