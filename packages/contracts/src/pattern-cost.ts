/**
 * True for a pattern with a repeated group that repeats or branches inside, such as `^(a+)+$`: the kind with which one schema can
 * block the process for half a minute. Some harmless ones are caught too.
 */
export function isRiskyPattern(pattern: string): boolean {
  const repeats = [false];
  let inClass = false;
  for (let index = 0; index < pattern.length; index++) {
    const character = pattern[index];
    if (character === '\\') index++;
    else if (inClass) inClass = character !== ']';
    else if (character === '[') inClass = true;
    else if (character === '(') repeats.push(false);
    else if (character === ')' && repeats.length > 1) {
      const inner = repeats.pop() === true;
      const isRepeated = /^(?:[*+]|\{\d+,)/u.test(pattern.slice(index + 1, index + 12));
      if (inner && isRepeated) return true;
      if (inner || isRepeated) repeats[repeats.length - 1] = true;
    } else if (
      character === '|' ||
      character === '*' ||
      character === '+' ||
      (character === '{' && /^\{\d+,/u.test(pattern.slice(index)))
    ) {
      repeats[repeats.length - 1] = true;
    }
  }
  return false;
}

/** Steps of `matchingSteps` that one test with a backtracking engine may take: a few milliseconds, as an argument may hold hundreds of texts. */
export const mostMatchingSteps = 1e6;

/**
 * About the most steps that a matcher with backtracking takes for a text of this length, for a pattern that is not risky: each further
 * repetition and alternative multiplies the ways to divide the text, and so does a start that is not anchored. `^a*a*a*a*a*b$` repeats
 * nothing inside a group, and yet 200 characters take seconds.
 */
export function matchingSteps(pattern: string, length: number): number {
  // One character in the place of escapes and classes; groups without the marks of their kind.
  const plain = pattern.replaceAll(/\\.|\[(?:\\.|[^\]\\])*\]/gsu, 'x').replaceAll(/\(\?(?:[:=!]|<[=!]?)/gu, '(');
  let [steps, depth, repeats, isAnchored] = [length, 0, 0, plain.startsWith('^')];
  for (const [part, , most] of plain.matchAll(/[()*+?|]|\{\d+(,(\d*))?\}/gu)) {
    if (part === '(') depth += 1;
    else if (part === ')') depth -= 1;
    else if (part === '|' && depth === 0) isAnchored = false;
    const isOpen = part === '*' || part === '+' || most === '';
    const ways = isOpen ? length + 1 : part === '|' || part === '?' ? 2 : Math.min(length, Number(most ?? 0)) + 1;
    if (isOpen) repeats += 1;
    // The first repetition reads the text once.
    if (!isOpen || repeats > 1) steps *= ways;
  }
  return isAnchored || repeats === 0 ? steps : steps * length;
}
