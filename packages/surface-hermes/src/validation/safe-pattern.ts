/** What Ajv needs of a regular expression. */
interface Pattern {
  test(text: string): boolean;
}

const acceptAll: Pattern = Object.freeze({ test: () => true });

/**
 * True for a pattern with a repeated group that repeats or branches inside, such as `^(a+)+$`: the kind with which one schema can
 * block the process for half a minute. Some harmless ones are caught too; the server checks those itself.
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

function compile(pattern: string, flags: string): Pattern {
  if (isRiskyPattern(pattern)) return acceptAll;
  // Patterns are often written for another engine: what this one cannot read constrains nothing.
  for (const candidate of [flags, '']) {
    try {
      return new RegExp(pattern, candidate);
    } catch {
      continue;
    }
  }
  return acceptAll;
}

/** The engine for `pattern` and `patternProperties` in the form that Ajv takes. */
export const safePattern = Object.assign(compile, { code: 'safePattern' });
