import { stemPiece } from '../text/analyzer.js';

/** What is done to a thing: bits, so that a name or a query can have several. */
export const Action = { make: 1, remove: 2, change: 4, look: 8 } as const;

/** Verbs by their action; those of a first line stand for one another, those of the next are only told apart from other actions. */
const { make, remove, change, look } = Action;
const alike: readonly (readonly [number, string])[] = [
  [make, 'create add insert make new'],
  [remove, 'delete remove destroy drop erase'],
  [change, 'update edit modify change'],
];
const further: readonly (readonly [number, string])[] = [
  [make, 'post register'],
  [remove, 'purge uninstall unregister'],
  [change, 'adjust patch rename replace set toggle'],
  [make | change, 'put save upsert'],
  [make | change | remove, 'manage write'],
  [look, 'browse count describe display enumerate fetch find get list lookup query read retrieve search show view'],
];

const termsOf = (verbs: string): string[] => verbs.split(' ').map(stemPiece);
const actions = new Map<string, number>();
for (const [action, verbs] of [...alike, ...further]) for (const term of termsOf(verbs)) actions.set(term, action);
const verbs = new Map(alike.map(([action, list]) => [action, termsOf(list)]));

/** Actions that a term stands for as a verb; 0 when it is none of these verbs. */
export const actionOf = (term: string): number => actions.get(term) ?? 0;

/** The verbs that tools have for an action. */
export const verbsOf = (action: number): readonly string[] => verbs.get(action) ?? [];
