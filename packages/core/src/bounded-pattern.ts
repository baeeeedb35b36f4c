import { RE2JS } from 're2js';
import { isRiskyPattern, matchingSteps, mostMatchingSteps } from '@toolrack/contracts';

/** What schema validation needs of a regular expression. */
export interface BoundedPattern {
  test(text: string): boolean;
}

/** White space beyond ASCII that `\s` means in JavaScript (ECMA-262, WhiteSpace and LineTerminator) and not in RE2. */
const foreignSpaces = String.raw`\x{b}\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}`;

/**
 * A pattern of a stranger that cannot block the process. JavaScript's engine tries alternatives one after another, which can take time that
 * grows exponentially; so it is used only where its steps are bounded, and RE2's linear-time algorithm elsewhere. A pattern that RE2 does
 * not have (look-around, back-references) accepts every text that would take too many steps: the tool checks such a text itself.
 * Throws `SyntaxError` for what is no pattern.
 */
export function boundedPattern(pattern: string, flags = 'u'): BoundedPattern {
  const expression = new RegExp(pattern, flags);
  const isRisky = isRiskyPattern(pattern);
  let linear: BoundedPattern | undefined;
  // Steps grow with the length, so that one length answers for all shorter texts.
  let soundLength = isRisky ? -1 : 0;
  return Object.freeze({
    test: (text: string) => {
      if (text.length <= soundLength) return expression.test(text);
      if (isRisky || matchingSteps(pattern, text.length) > mostMatchingSteps) return (linear ??= linearPattern(pattern)).test(text);
      soundLength = text.length;
      return expression.test(text);
    },
    // Ajv tells patterns apart by their text.
    toString: () => expression.toString(),
  });
}

/** The pattern in linear time; accepts everything when RE2 does not have it. */
export function linearPattern(pattern: string): BoundedPattern {
  try {
    return RE2JS.compile(RE2JS.translateRegExp(withSpaces(pattern)));
  } catch {
    return { test: () => true };
  }
}

/** The pattern with `\s` and `\S` as JavaScript means them. Throws for `\S` inside of a class, which cannot be written out there. */
function withSpaces(pattern: string): string {
  let inClass = false;
  return pattern.replaceAll(/\\.|[[\]]/gsu, (part) => {
    if (part === '[') inClass = true;
    else if (part === ']') inClass = false;
    if (part === String.raw`\s`) return inClass ? `\\s${foreignSpaces}` : `[\\s${foreignSpaces}]`;
    if (part !== String.raw`\S`) return part;
    if (inClass) throw new SyntaxError('\\S inside of a class');
    return `[^\\s${foreignSpaces}]`;
  });
}

/** `boundedPattern` in the form that Ajv takes. */
export const boundedPatterns = Object.assign(boundedPattern, { code: 'boundedPattern' });
