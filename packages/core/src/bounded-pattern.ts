import { RE2JS } from 're2js';
import { isRiskyPattern, matchingSteps, mostMatchingSteps } from '@toolrack/contracts';

/** What schema validation needs of a regular expression. */
export interface BoundedPattern {
  /** `spend` is told beforehand how much work the test is, in units of about 50 nanoseconds; what it throws ends the test. */
  test(text: string, spend?: (work: number) => void): boolean;
}

/** White space beyond ASCII that `\s` means in JavaScript (ECMA-262, WhiteSpace and LineTerminator) and not in RE2. */
const foreignSpaces = String.raw`\x{b}\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}`;

/** Backtracking steps in a unit of work; measured with `^a*a*a*b$` at 2 to 3 nanoseconds a step. */
const stepsInUnit = 16;
/** Most instructions times characters of one test in linear time, each of about 60 nanoseconds (measured with `\p{L}` repeated). */
const mostLinearSteps = 1e6;

/**
 * A pattern of a stranger that cannot block the process. JavaScript's engine tries alternatives one after another, which can take time that
 * grows exponentially; so it is used only where its steps are bounded, and RE2's linear-time algorithm elsewhere. A pattern that RE2 does
 * not have (look-around, back-references) accepts every text that would take too many steps: the tool checks such a text itself.
 * A pattern that is one only without the flag `u`, such as `[\w-.]`, is taken as that. Throws `SyntaxError` for what is no pattern.
 */
export function boundedPattern(pattern: string, flags = 'u'): BoundedPattern {
  const expression = expressionOf(pattern, flags);
  const isRisky = isRiskyPattern(pattern);
  let linear: BoundedPattern | undefined;
  // Steps grow with the length, so that one length answers for all shorter texts.
  let soundLength = isRisky ? -1 : 0;
  let soundSteps = 0;
  return Object.freeze({
    test: (text: string, spend?: (work: number) => void) => {
      if (text.length > soundLength) {
        const steps = isRisky ? Infinity : matchingSteps(pattern, text.length);
        // What reads the text once is quick however long the text is.
        if (steps > Math.max(mostMatchingSteps, text.length)) return (linear ??= linearPattern(pattern)).test(text, spend);
        soundLength = text.length;
        soundSteps = steps;
      }
      if (soundLength > 0) spend?.((soundSteps * text.length) / (soundLength * stepsInUnit));
      return expression.test(text);
    },
    toString: () => expression.toString(),
  });
}

function expressionOf(pattern: string, flags: string): RegExp {
  try {
    return new RegExp(pattern, flags);
  } catch (error) {
    if (!flags.includes('u')) throw error;
    return new RegExp(pattern, flags.replace('u', ''));
  }
}

/** The pattern in linear time; accepts everything when RE2 does not have it, and texts for which even linear time is too much. */
export function linearPattern(pattern: string): BoundedPattern {
  try {
    const expression = RE2JS.compile(RE2JS.translateRegExp(withSpaces(pattern)));
    const size = expression.programSize();
    return {
      test: (text, spend) => {
        const steps = size * text.length;
        if (steps > mostLinearSteps) return true;
        spend?.(1.2 * steps);
        return expression.test(text);
      },
    };
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
