import { stemWord } from './stemmer.js';

/** What an expanded capability word weighs beside the 1 of a word of the query. */
export const intentWeight = 0.35;

interface IntentGroup {
  /** Singular words, unstemmed. */
  readonly triggers: readonly string[];
  readonly capabilities: readonly string[];
}

const group = (triggers: string, capabilities: string): IntentGroup => ({
  triggers: triggers.split(' '),
  capabilities: capabilities.split(' '),
});

/** Ten kinds of wishes and the capabilities that serve them. Generic words only: never the name of a vendor or a plugin. */
const intentGroups: readonly IntentGroup[] = Object.freeze([
  group('lookup look research investigate discover seek', 'search web find'),
  group('current today price weather forecast news headline latest', 'search web'),
  group('url link page site website webpage hyperlink', 'fetch web browse'),
  group('remember recall forgot forgotten recollect previously memory', 'memory recall history'),
  group(
    'remind reminder later tomorrow daily weekly monthly hourly recurring nightly periodically alarm',
    'schedule automations cron reminder',
  ),
  group('say tell reply respond notify speak', 'message send'),
  group('picture photo photograph drawing draw illustration sketch', 'image'),
  group('voice speak spoken narrate aloud pronounce sound', 'audio speech'),
  group('run shell command terminal execute script', 'exec process'),
  group('directory folder path subdirectory subfolder', 'file list'),
]);

const capabilitiesOf: ReadonlyMap<string, readonly string[]> = (() => {
  const map = new Map<string, string[]>();
  for (const { triggers, capabilities } of intentGroups) {
    for (const trigger of triggers) map.set(trigger, [...(map.get(trigger) ?? []), ...capabilities.flatMap(stemWord)]);
  }
  return map;
})();

/** `directories` → `directory`, `links` → `link`; words of up to four letters (`news`, `urls`) stay as they are. */
export function singularOf(word: string): string {
  if (word.length <= 4) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

/** The stems of the capabilities that lower-cased, unstemmed words ask for; each once. */
export function intentStems(words: Iterable<string>): readonly string[] {
  const stems = new Set<string>();
  for (const word of words) for (const stem of capabilitiesOf.get(singularOf(word)) ?? []) stems.add(stem);
  return [...stems];
}
