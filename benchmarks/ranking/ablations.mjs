// What each part of the recipe is worth: the recipe without it, each in a process of its own.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { table } from './measures.mjs';

const withoutField = (name) => ({ settings: { fields: { [name]: { weight: 0 } } } });
const fields = ['name', 'source', 'title', 'summary', 'description', 'parameterNames', 'parameterDescriptions', 'parameterValues'];
const flat = Object.fromEntries(fields.map((name) => [name, { weight: 1 }]));
/** A part that has no setting is cut out of the built code (`cut-hooks.mjs`). */
const cut = (file, find, replace) => ({ cut: { file, find, replace } });
const returns = (file, head, value) => cut(file, head, `${head}\n    return ${value};`);

/** Parts, what is left without them, and the kinds of queries that they are meant for beside the sets. */
export const parts = [
  ['no source name', withoutField('source'), []],
  ['no parameter names', withoutField('parameterNames'), []],
  ['no parameter descriptions', withoutField('parameterDescriptions'), []],
  ['no parameter values', withoutField('parameterValues'), []],
  ['all fields weighted 1', { settings: { fields: flat } }, []],
  ['first sentence as the rest', { settings: { fields: { summary: { weight: 0.6 } } } }, []],
  ['no splitting of identifiers', cut('text/split.js', 'if (plainWord.test(word))', 'if (true)'), ['names', 'other verbs']],
  ['no wholes of split words', cut('text/split.js', ': { pieces, whole: lower }', ': { pieces }'), ['words written in one']],
  ['no stemming', cut('text/analyzer.js', '? stem(short) :', '? short :'), ['other verbs']],
  ['no folding of accents', returns('text/fold.js', 'export function foldAccents(text) {', 'text'), ['six languages without accents', 'other scripts']], // prettier-ignore
  ['no pairs and words of unspaced scripts', cut('text/split.js', 'if (!anyUnspaced.test(folded))', 'if (true)'), ['other scripts']],
  ['soft words as any', { settings: { stopWordWeight: 1, fillerWeight: 1, generalWeight: 1 } }, []],
  ['stop words only', { settings: { fillerWeight: 1, generalWeight: 1 } }, []],
  ['no soft words of other languages', cut('lexicon/lexicon.js', 'wordsOf(foreignStopWords)', "wordsOf('')"), ['six languages']],
  ['numbers as words', { settings: { numberWeight: 1 } }, []],
  ['no words joined with numbers', cut('query/query-words.js', 'if (at !== before.end + 1', 'if (true'), ['numbers apart']],
  ['quoted words as words', { settings: { quotedWeight: 1 } }, []],
  ['no synonyms', { settings: { synonymWeight: 0 } }, ['other verbs']],
  ['synonyms of unknown words as any', { settings: { loneSynonymWeight: 0 } }, []],
  ['no word forms', { settings: { variantWeight: 0 } }, []],
  ['no singular of acronyms', returns('query/query-units.js', 'singularOf({ singular, term, isAcronym }, isKnown) {', 'undefined'), ['plural acronyms']], // prettier-ignore
  ['no verbs for the same action', cut('query/query-units.js', 'of verbsOf(word.action)', 'of []'), ['other verbs']],
  ['no phrases', returns('query/phrases.js', 'export function phrasesOf(text) {', '[]'), ['other verbs']],
  ['action of the name of no account', { settings: { actionBonus: 0 } }, ['other verbs']],
  ['no correction of typos', { settings: { typoWeight: 0 } }, ['one typo']],
  ['typos of the stem alone', cut('query/spelling.js', 'if (stem === surface)', 'if (true)'), ['one typo']],
  ['no prefixes', { settings: { prefixWeight: 0 } }, ['beginnings']],
  ['no words written in one', cut('query/compounds.js', 'if (word.length < shortestWord', 'if (true'), ['words written in one']],
  ['no coverage', { settings: { coveragePower: 0 } }, []],
  ['no name bonus', { settings: { nameBonus: 0 } }, ['other verbs']],
  ['name bonus whatever is covered', { settings: { nameCoveragePower: 0 } }, []],
  ['no bonus for the whole name', { settings: { wholeNameBonus: 0 } }, ['other verbs']],
  ['no exact names', cut('search/searcher.js', 'findNamed(query.text, names)', '[]'), ['names']],
  ['no places for abilities', { settings: { abilityPositions: 0 } }, ['abilities']],
  ['abilities by their verbs alone', cut('query/abilities.js', 'const fewWords = 10', 'const fewWords = 0'), ['abilities']],
  ['nothing is emptied', { settings: { emptyBelow: 0 } }, []],
  ['no places by provenance', { settings: { trustedShare: 1, establishedShare: 1 } }, ['attacks']],
  ['copies stay where they are', cut('search/searcher.js', 'placeOriginals(scored, provenance, copies)', 'scored'), ['attacks']],
  ['repeated words without limit', { settings: { mostRepeats: 1000 } }, ['attacks']],
];

function measure(request) {
  const run = spawnSync(process.execPath, [join(import.meta.dirname, 'ablation-process.mjs'), JSON.stringify(request)], {
    encoding: 'utf8',
    maxBuffer: 1e7,
  });
  if (run.status !== 0) throw new Error(`${JSON.stringify(request)}: ${run.stderr}`);
  return JSON.parse(run.stdout);
}

const pair = ([one, five]) => `${one.toFixed(1)} / ${five.toFixed(1)}`;

/** One table over the sets, and one over the kinds of queries that a part is meant for. */
export function ablate(names, directory, log) {
  const kinds = [...new Set(parts.flatMap(([, , meant]) => meant))];
  log('ablation: everything');
  const whole = measure({ names, kinds, directory });
  const rows = [['everything', ...whole.sets.map(pair), pair(whole.mean)]];
  const meantRows = [];
  for (const [part, change, meant] of parts) {
    log(`ablation: ${part}`);
    const result = measure({ ...change, names, kinds: meant, directory });
    rows.push([part, ...result.sets.map(pair), pair(result.mean)]);
    for (const kind of meant) {
      const { count, figures } = result.kinds[kind];
      meantRows.push([part, `${kind} (${count})`, pair(whole.kinds[kind].figures), pair(figures)]);
    }
  }
  const bySet = table(['recall at 1 / at 5, %', ...names, 'mean'], rows);
  return `${bySet}\n\n${table(['part', 'queries that it is meant for', 'everything', 'without the part'], meantRows)}`;
}
