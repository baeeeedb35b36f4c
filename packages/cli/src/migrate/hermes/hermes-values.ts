/** A switch as people write it in YAML: `true`, `yes`, `on`, `1` and their opposites; `undefined` for anything else. */
export function switchOf(value: unknown): boolean | undefined {
  const word = ['string', 'number', 'boolean'].includes(typeof value) ? String(value).trim().toLowerCase() : '';
  if (['true', 'yes', 'on', '1'].includes(word)) return true;
  return ['false', 'no', 'off', '0'].includes(word) ? false : undefined;
}

/** Seconds as whole milliseconds, at least 1; `undefined` when it is no such time. */
export function millisecondsOf(value: unknown): number | undefined {
  const seconds = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof seconds !== 'number' || !Number.isFinite(seconds) || seconds <= 0) return undefined;
  return Math.min(2_147_483_647, Math.max(1, Math.round(seconds * 1000)));
}

/** A name or a list of names. */
export function namesOf(value: unknown): readonly string[] {
  const list = Array.isArray(value) ? (value as unknown[]) : [value];
  return list.map((name) => textOf(name)?.trim() ?? '').filter((name) => name !== '');
}

/** The text of a scalar; `undefined` for everything else. */
export function textOf(value: unknown): string | undefined {
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined;
}

/** Arguments as a list, or in one of the older forms: the text of a JSON or Python list, or a line of shell words. */
export function argumentsOf(value: unknown): readonly string[] | undefined {
  if (Array.isArray(value)) {
    const texts = (value as unknown[]).map(textOf);
    return texts.every((text) => text !== undefined) ? texts : undefined;
  }
  const text = textOf(value)?.trim();
  if (text === undefined) return undefined;
  return text.startsWith('[') ? listOf(text) : shellWords(text);
}

function listOf(text: string): readonly string[] | undefined {
  for (const candidate of [text, text.replaceAll(/'([^'"\\]*)'/gu, '"$1"')]) {
    try {
      const list: unknown = JSON.parse(candidate);
      if (Array.isArray(list)) return argumentsOf(list);
    } catch {
      // The next form is tried.
    }
  }
  return undefined;
}

/** Splits at blanks outside of quotes; `undefined` when a quote does not end. */
function shellWords(text: string): readonly string[] | undefined {
  const word = /(?:[^\s"'\\]|\\[\s\S]|"(?:[^"\\]|\\[\s\S])*"|'[^']*')+/gu;
  if (text.replaceAll(word, '').trim() !== '') return undefined;
  const part = /'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|\\([\s\S])|([^\s"'\\]+)/gu;
  return (text.match(word) ?? []).map((each) =>
    each.replaceAll(part, (_all, single?: string, double?: string, escaped?: string, plain?: string) => {
      if (double !== undefined) return double.replaceAll(/\\(["\\$`])/gu, '$1');
      return single ?? escaped ?? plain ?? '';
    }),
  );
}
