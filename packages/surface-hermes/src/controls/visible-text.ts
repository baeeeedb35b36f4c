/** Characters that a reader does not see and a model does: tags, direction marks, zero-width spaces. */
const invisible = /[\u{e0000}-\u{e007f}\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]+/gu;

/** A description without text that only a model would read. */
export function visibleText(text: string): string {
  return text.replace(invisible, '');
}
