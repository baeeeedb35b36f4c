/** Words of a query that mean something else together than one by one. */
export interface Phrase {
  readonly from: number;
  readonly to: number;
  /** The word that stands for them. */
  readonly word: string;
}

/** Verbs with a particle, and what they say in one word. Left out is what is also said of things (`log in`, `sign in` of a page). */
const together: Readonly<Record<string, string>> = {
  'get rid of': 'delete',
  'getting rid of': 'delete',
  'throw away': 'delete',
  'throw out': 'delete',
  'take down': 'remove',
  'set up': 'setup',
  'turn on': 'enable',
  'switch on': 'enable',
  'turn off': 'disable',
  'switch off': 'disable',
  'shut down': 'stop',
  'call off': 'cancel',
  'kick off': 'start',
  'look up': 'lookup',
  'look for': 'find',
  'look at': 'view',
  'back up': 'backup',
  'roll back': 'rollback',
  'put back': 'restore',
  'bring back': 'restore',
};
/** The same with the thing between: `turn the light off`. */
const apart: Readonly<Record<string, string>> = { on: 'enable', off: 'disable' };

const spaced = Object.keys(together).map((phrase) => phrase.replaceAll(' ', String.raw`\s+`));
const pattern = new RegExp(String.raw`\b(?:${spaced.join('|')})\b|\b(?:turn|switch)(?=\s+(?:\S+\s+){1,3}(on|off)\b)`, 'gi');

/** The phrases of a query in their order. */
export function phrasesOf(text: string): readonly Phrase[] {
  const found: Phrase[] = [];
  for (const { 0: said, 1: particle, index } of text.matchAll(pattern)) {
    const word = particle === undefined ? together[said.toLowerCase().replaceAll(/\s+/g, ' ')] : apart[particle.toLowerCase()];
    if (word !== undefined) found.push({ from: index, to: index + said.length, word });
  }
  return found;
}
