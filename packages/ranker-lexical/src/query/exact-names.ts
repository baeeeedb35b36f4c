import type { Catalog } from '../store/catalog.js';
import { squash } from '../text/squash.js';

const longestName = 300;
/** Characters of a query that are searched for names. */
const longestRead = 4_000;
const mostListed = 32;
const selectPrefix = /^\s*select\s*:/i;
const edges = /^[\s`'"“”‘’([{<]+|[\s`'"“”‘’)\]}>.,;:!?]+$/g;
// What only an identifier has inside: a separator between letters or digits, or a hump.
const mayBeIdentifier = /[^\s_:./-][_:./-]+[^\s_:./-]|[a-z][A-Z]/;
const identifier = /[\p{L}\p{N}][_:./-]+[\p{L}\p{N}]|[a-z][A-Z]/u;
const listCommas = /[,;|]/;
const listMarks = /[,;|\n](?:\s*(?:and|or|&)\s)?|\s(?:and|or|&)\s/i;
/** How a list of names is led in. */
const leadIn = /^(?:(?:please|use|call|run|invoke|load|try|the|tools?|both)[\s:]+)+/i;
/** Where the source of a joined name may end. */
const joints = /__|[:/.]/g;

/** A name as the query has it. */
export interface AskedName {
  readonly name: string;
  /** What the query says beside the name: the rest of its item in a list, and the rest of the query. */
  readonly beside: readonly [near: string, far: string];
}

/** What may be named, and who comes first of several with one name. */
export interface NameScope {
  readonly catalog: Catalog;
  readonly mayBeSeen: (ordinal: number) => boolean;
  /** The same documents, best first. `isSourced` leaves those out whose source is not named beside. */
  readonly order: (ordinals: readonly number[], asked: AskedName, isSourced: boolean) => number[];
}

/**
 * Documents that the query names, in the order of the query: the whole query is a name, or it holds identifiers that are, or it is a list of
 * names. When several documents have a name, the first of each name come before the second ones, so that a list shows all its names.
 */
export function findNamed(text: string, scope: NameScope): number[] {
  const query = text.slice(0, longestRead).replace(selectPrefix, '');
  const whole = query.replace(edges, '');
  // Words with spaces between them are a wish, not a name, unless a name has such spaces itself: anybody can name a tool like a wish.
  const isName = (): boolean => !/\s/.test(whole) || whole !== query.trim() || selectPrefix.test(text) || hasSpaced(whole, scope);
  if (whole.length <= longestName && isName()) {
    const named = lookUp({ name: whole, beside: ['', ''] }, scope);
    if (named.length > 0) return named;
  }
  const found = mayBeIdentifier.test(query) ? findIdentifiers(query, scope) : [];
  return inTurn(found.length > 0 ? found : findList(query, scope));
}

function lookUp(asked: AskedName, { catalog, mayBeSeen, order }: NameScope, isSourced = false): number[] {
  const key = asked.name.length > longestName ? '' : squash(asked.name);
  return key === '' ? [] : order(catalog.named(key, mayBeSeen), asked, isSourced);
}

const itemsOf = (query: string, marks: RegExp): string[] =>
  query
    .split(marks)
    .map((item) => item.replace(edges, ''))
    .filter((item) => item !== '');

/** Identifiers of a text; where all items of a list are single words, the words beside them too: `echo, read_file`. */
function findIdentifiers(query: string, scope: NameScope): number[][] {
  const items = itemsOf(query.replace(edges, '').replace(leadIn, ''), listMarks);
  const isList = items.length > 1 && items.length <= mostListed && items.every((item) => !/\s/.test(item));
  const found: number[][] = [];
  let hasIdentifier = false;
  for (const item of items) {
    const words = item.split(/\s+/);
    for (const word of words) {
      const name = word.replace(edges, '');
      const isIdentifier = identifier.test(name);
      if (!isIdentifier && !isList) continue;
      const asked: AskedName = { name, beside: [words.filter((each) => each !== word).join(' '), query] };
      const named = lookUp(asked, scope);
      const ordinals = named.length > 0 || !isIdentifier ? named : lookUpJoined(asked, scope);
      if (ordinals.length > 0) hasIdentifier ||= isIdentifier;
      found.push(ordinals);
    }
  }
  return hasIdentifier ? found : [];
}

/** A name with a short form of its source in front: `okta.get_logs` for `get_logs` of `okta-mcp-server`. */
function lookUpJoined({ name, beside }: AskedName, scope: NameScope): number[] {
  for (const joint of name.slice(0, longestName).matchAll(joints)) {
    const rest = name.slice(joint.index + joint[0].length);
    const ordinals = rest === '' ? [] : lookUp({ name: rest, beside: [name.slice(0, joint.index), beside[1]] }, scope, true);
    if (ordinals.length > 0) return ordinals;
  }
  return [];
}

/** The first of each name, then the second of each. */
function inTurn(found: readonly (readonly number[])[]): number[] {
  const turns = new Set<number>();
  const most = found.reduce((longest, ordinals) => Math.max(longest, ordinals.length), 0);
  for (let turn = 0; turn < most; turn += 1) {
    for (const ordinals of found) if (turn < ordinals.length) turns.add(ordinals[turn] as number);
  }
  return [...turns];
}

/** The query without `select:` in front. */
export const withoutSelect = (text: string): string => text.replace(selectPrefix, '');

/** Names of a list behind `select:` that no tool has. */
export function findMissing(text: string, scope: NameScope): string[] {
  if (!selectPrefix.test(text)) return [];
  const names = itemsOf(withoutSelect(text.slice(0, longestRead)), listCommas);
  return names.filter((name) => lookUp({ name, beside: ['', ''] }, scope).length === 0 && findIdentifiers(name, scope).length === 0);
}

/** Whether a tool is spelled just so, up to case and the width of its spaces. */
function hasSpaced(text: string, { catalog, mayBeSeen }: NameScope): boolean {
  const spelled = (name: string): string => name.trim().toLowerCase().replace(/\s+/g, ' ');
  const named = catalog.named(squash(text), mayBeSeen);
  if (named.length === 0) return false;
  const wanted = spelled(text);
  return named.some((ordinal) => [catalog.names, catalog.ids].some((list) => spelled(list[ordinal]!) === wanted));
}

/** A list with commas of which every item is a name. */
function findList(query: string, scope: NameScope): number[][] {
  const items = query.split(listCommas).map((item) => item.replace(edges, ''));
  if (items.length < 2 || items.length > mostListed || items.includes('')) return [];
  const found: number[][] = [];
  for (const name of items) {
    const ordinals = lookUp({ name, beside: ['', ''] }, scope);
    if (ordinals.length === 0) return [];
    found.push(ordinals);
  }
  return found;
}
