/** The position itself, or the one before it when it lies between the halves of a surrogate pair. */
export function wholeBefore(text: string, position: number): number {
  return isInside(text, position) ? position - 1 : position;
}

/** The position itself, or the one after it when it lies between the halves of a surrogate pair. */
export function wholeAfter(text: string, position: number): number {
  return isInside(text, position) ? position + 1 : position;
}

function isInside(text: string, position: number): boolean {
  if (position <= 0 || position >= text.length) return false;
  const before = text.charCodeAt(position - 1);
  const after = text.charCodeAt(position);
  return before >= 0xd800 && before <= 0xdbff && after >= 0xdc00 && after <= 0xdfff;
}
