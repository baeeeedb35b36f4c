import { neutraliseTokens, withoutHidden } from '@toolrack/contracts';

/** A text without what only a model would read: hidden characters, and control tokens of chat templates. */
export function visibleText(text: string): string {
  return neutraliseTokens(withoutHidden(text));
}
