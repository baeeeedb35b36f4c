/**
 * A value from elsewhere as a message names it: its JSON, of which `most` characters (UTF-16 code units) are shown. Of what the engine cannot write, such
 * as one that is nested too deeply, the kind alone. Never throws.
 */
export function shownValue(value: unknown, most = 100): string {
  let text: string;
  try {
    text = JSON.stringify(value) ?? typeof value;
  } catch {
    return Array.isArray(value) ? 'an array' : `a value of the type ${typeof value}`;
  }
  return text.length > most ? `${text.slice(0, most)}…` : text;
}
