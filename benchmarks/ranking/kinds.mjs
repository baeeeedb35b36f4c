// Queries of one kind each, made from the names of real tools in a fixed way: what single parts of the recipe are meant for.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSet } from './data-sets.mjs';

const pieces = (name) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter((piece) => piece !== '')
    .map((piece) => piece.toLowerCase());
const every = (list, most) => list.filter((_, place) => place % Math.max(1, Math.ceil(list.length / most)) === 0);
const alike = (documents, key) => {
  const groups = new Map();
  for (const document of documents) groups.set(key(document), [...(groups.get(key(document)) ?? []), document.id]);
  return groups;
};
const squashed = (name) => name.toLowerCase().replace(/[^a-z0-9]/g, '');
const most = 300;

/** Names as people and models write them, alone and in a sentence; all tools of that name are right. */
function names(set) {
  const same = alike(set.documents, ({ name }) => squashed(name));
  const spell = [
    (name) => name,
    (name) => pieces(name).join('-'),
    (name) => `use ${name}`,
    (name) =>
      `call ${pieces(name)
        .map((piece, place) => (place === 0 ? piece : piece[0].toUpperCase() + piece.slice(1)))
        .join('')} for this`,
  ];
  const chosen = every(
    set.documents.filter(({ name }) => pieces(name).length > 1),
    most,
  );
  const queries = chosen.map(({ name }, place) => ({
    query: spell[place % spell.length](name),
    gold: same.get(squashed(name)),
    any: true,
  }));
  return { ...set, queries };
}

/** Words of a name, two of them written in one. */
function joinedWords(set) {
  const long = (piece) => /^[a-z]{3,}$/.test(piece);
  const chosen = set.documents.filter(({ name }) => pieces(name).length >= 2 && pieces(name).slice(0, 2).every(long));
  const same = alike(set.documents, ({ name }) => squashed(name));
  const queries = every(chosen, most).map(({ name }) => {
    const [first, second, ...rest] = pieces(name);
    // In another order than the name has them, or the query would be the name.
    return { query: `please ${[...rest, first + second].join(' ')}`, gold: same.get(squashed(name)), any: true };
  });
  return { ...set, queries };
}

/** The queries of a set with their longest word cut off after two thirds. */
function beginnings(set) {
  const cut = (text) => {
    const longest = text.match(/[a-z]+/gi).reduce((best, word) => (word.length > best.length ? word : best), '');
    return text.replace(longest, longest.slice(0, Math.max(4, Math.ceil(longest.length * 0.66))));
  };
  return { ...set, queries: set.queries.map((query) => ({ ...query, query: cut(query.query) })) };
}

/** Names with digits in a word (`base64`, `oauth2`), asked for with a space in between. */
function spacedNumbers(set) {
  const mixed = /\b([a-z]{2,})(\d{1,3})\b/;
  const chosen = set.documents.filter(({ name }) => mixed.test(name.replaceAll('_', ' ').toLowerCase()));
  const same = alike(set.documents, ({ name }) => squashed(name));
  const queries = every(chosen, most).map(({ name }) => {
    const spelled = name.replaceAll('_', ' ').toLowerCase().replace(mixed, '$1 $2');
    return {
      query: spelled
        .split(' ')
        .reverse()
        .join(' ')
        .replace(/(\d+) ([a-z]+)/, '$2 $1'),
      gold: same.get(squashed(name)),
      any: true,
    };
  });
  return { ...set, queries };
}

/** Acronyms in the plural: `list VMs`. */
function pluralAcronyms(set) {
  const acronym = /^[bcdfghjklmnpqrtvwx]{2,4}$/;
  const chosen = set.documents.filter(({ name }) => pieces(name).some((piece) => acronym.test(piece)) && pieces(name).length > 1);
  const same = alike(set.documents, ({ name }) => squashed(name));
  const queries = every(chosen, most).map(({ name }) => ({
    query: pieces(name).map((piece) => (acronym.test(piece) ? `${piece.toUpperCase()}s` : piece)).reverse().join(' '), // prettier-ignore
    gold: same.get(squashed(name)),
    any: true,
  }));
  return { ...set, queries };
}

const plural = (word) => (/[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : /(?:s|x|ch|sh)$/.test(word) ? `${word}es` : `${word}s`);
const article = (word) => (/^[aeiou]/.test(word) ? `an ${word}` : `a ${word}`);
const singular = (word) => (/ies$/.test(word) ? `${word.slice(0, -3)}y` : /(?:ss|us|is)$/.test(word) || word.length < 4 ? word : word.replace(/s$/, '')); // prettier-ignore
/** How people ask for what a tool does, in other verbs than its name has. */
const wishes = {
  create: [(it) => `open ${article(it)}`, (it) => `add ${article(it)}`, (it) => `make a new ${it}`, (it) => `set up ${article(it)}`],
  delete: [(it) => `remove ${article(it)}`, (it) => `get rid of the ${it}`, (it) => `drop the ${it}`, (it) => `remove the old ${it}`],
  update: [(it) => `edit the ${it}`, (it) => `change ${article(it)}`, (it) => `modify a ${it}`],
  list: [(it) => `show all ${plural(it)}`, (it) => `which ${plural(it)} are there`, (it) => `list open ${plural(it)}`, (it) => `show me my ${plural(it)}`], // prettier-ignore
  get: [(it) => `show the ${it}`, (it) => `fetch ${article(it)}`, (it) => `look at the ${it}`],
};
const doing = { add: 'create', insert: 'create', new: 'create', remove: 'delete', edit: 'update', modify: 'update', fetch: 'get', retrieve: 'get', read: 'get', show: 'get' }; // prettier-ignore

/** Things for which a catalog has tools of several verbs, asked for with other verbs: the tool for another verb is wrong. */
function otherVerbs(set) {
  const groups = new Map();
  for (const { id, name } of set.documents) {
    const words = pieces(name);
    const at = words.findIndex((word) => wishes[word] !== undefined || doing[word] !== undefined);
    const thing = words.filter((word, place) => place !== at && !['a', 'the', 'all', 'by', 'of'].includes(word)).map(singular);
    if (at < 0 || thing.length === 0 || thing.length > 3) continue;
    const verb = doing[words[at]] ?? words[at];
    groups.set(thing.join(' '), [...(groups.get(thing.join(' ')) ?? []), { id, verb }]);
  }
  const queries = [];
  for (const [thing, tools] of groups) {
    const verbs = new Set(tools.map(({ verb }) => verb));
    if (verbs.size < 2) continue;
    const isLooking = (verb) => verb === 'get' || verb === 'list';
    for (const verb of verbs) {
      const gold = tools.filter((tool) => tool.verb === verb || (isLooking(verb) && isLooking(tool.verb))).map(({ id }) => id);
      queries.push({ query: wishes[verb][queries.length % wishes[verb].length](thing), gold, any: true });
    }
  }
  return { ...set, queries: every(queries, 400) };
}

const languageFile = join(import.meta.dirname, '../../packages/ranker-lexical/test/languages.json');
const scriptFile = join(import.meta.dirname, 'data', 'scripts.json');

/** Catalogs of a few tools with queries, as one set; `spell` changes the queries. */
function small(file, spell = (text) => text) {
  const { catalogs } = JSON.parse(readFileSync(file, 'utf8'));
  return Object.entries(catalogs).map(([language, { tools, queries }]) => ({
    name: language,
    documents: tools.map(([name, description]) => ({ id: name, name, description, source: { kind: 'catalog', owner: 'office' }, trust: 'trusted' })), // prettier-ignore
    queries: queries.map(([query, gold]) => ({ query: spell(query), gold: [gold] })),
  }));
}
const withoutAccents = (text) => text.normalize('NFD').replace(/(?<=\p{Script=Latin})\p{M}+/gu, '').replaceAll('ß', 'ss'); // prettier-ignore

/** The kinds of a data directory: for each a list of sets whose queries count together. */
export function readKinds(directory) {
  const sets = (list, make) => list.flatMap((name) => readSet(name, directory) ?? []).map(make).filter(({ queries }) => queries.length > 0); // prettier-ignore
  const all = ['mcp-agent', 'bfcl', 'sealtools', 'openapi'];
  return {
    names: () => sets(all, names),
    'words written in one': () => sets(all, joinedWords),
    beginnings: () => sets(['mcp-agent'], beginnings),
    'numbers apart': () => sets(all, spacedNumbers),
    'plural acronyms': () => sets(all, pluralAcronyms),
    'other verbs': () => sets(all, otherVerbs),
    'six languages': () => small(languageFile),
    'six languages without accents': () => small(languageFile, withoutAccents),
    'other scripts': () => small(scriptFile),
    abilities: () => [readSet('abilities')],
    'one typo': () => sets(['mcp-agent-typo'], (set) => set),
  };
}
