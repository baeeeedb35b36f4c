// Which sentences of the specifications have a test: node tools/check-requirements.mjs [--report]
// Reads every packages/*/requirements.json ([{ id, text, owner }]) and the ids that test titles cite in square brackets, as in
// it('refuses an empty list [openclaw:11.2]', …); a public fault report (`case:server-186`) is cited as [server-186]. Prints the counts for each specification and the ids without a test; exit code 1
// when there is one, or when a manifest or a citation is wrong. `--report` prints the counts alone and always exits with 0.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const faults = [];
const requirements = new Map();
for (const name of readdirSync('packages').sort()) {
  const file = `packages/${name}/requirements.json`;
  if (!existsSync(file)) continue;
  for (const [index, entry] of JSON.parse(readFileSync(file, 'utf8')).entries()) {
    const isSound =
      [entry?.id, entry?.text, entry?.owner].every((value) => typeof value === 'string' && value !== '') &&
      /^[a-z0-9]+:\S+$/u.test(entry.id);
    if (!isSound) faults.push(`${file}: entry ${index} needs id ("spec:part"), text and owner`);
    else if (requirements.has(entry.id)) faults.push(`${file}: ${entry.id} stands in ${requirements.get(entry.id).file} too`);
    else requirements.set(entry.id, { ...entry, file, tests: 0 });
  }
}
const specifications = [...new Set([...requirements.keys()].map((id) => id.split(':')[0]))].sort();

/** Test files of the packages and the programs of the examples, which may state what they prove. */
function filesBelow(folder, pattern) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return ['node_modules', 'dist', 'out-spec'].includes(entry.name) ? [] : filesBelow(path, pattern);
    return pattern.test(entry.name) ? [path] : [];
  });
}

/** The root name of a callee: `it` of it, it.each and it.each(table). */
function rootOf(node) {
  while (!ts.isIdentifier(node)) {
    if (ts.isPropertyAccessExpression(node) || ts.isCallExpression(node) || ts.isTaggedTemplateExpression(node))
      node = node.expression ?? node.tag;
    else return undefined;
  }
  return node.text;
}

function textsIn(node, texts) {
  if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) texts.push(node.text);
  ts.forEachChild(node, (child) => textsIn(child, texts));
}

/** The title of every test, and what stands in the tables of `each`, from which titles are made. */
function titlesOf(file) {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const texts = [];
  const visit = (node) => {
    if (ts.isCallExpression(node) && ['it', 'test', 'describe'].includes(rootOf(node.expression))) {
      if (node.arguments[0] !== undefined) textsIn(node.arguments[0], texts);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts;
}

const tests = filesBelow('packages', /\.test\.ts$/u).filter((file) => /^packages\/[^/]+\/(?:src|test)\//u.test(file));
const citations = [
  ...tests.flatMap((file) => titlesOf(file).map((text) => [file, text])),
  ...filesBelow('examples', /\.(?:mjs|js|ts)$/u).map((file) => [file, readFileSync(file, 'utf8')]),
];
for (const [file, text] of citations) {
  for (const [, cited] of text.matchAll(/\[([a-z0-9]+:[\w.-]+|[a-z]+(?:-[a-z]+)*-\d{3})\]/gu)) {
    const id = cited.includes(':') ? cited : `case:${cited}`;
    const requirement = requirements.get(id);
    if (requirement !== undefined) requirement.tests += 1;
    else if (specifications.includes(id.split(':')[0])) faults.push(`${file}: cites ${id}, which no manifest has`);
  }
}

const isReport = process.argv.includes('--report');
let uncited = 0;
for (const specification of specifications) {
  const all = [...requirements.values()].filter((requirement) => requirement.id.startsWith(`${specification}:`));
  const missing = all.filter((requirement) => requirement.tests === 0);
  uncited += missing.length;
  console.log(`requirements of ${specification}: ${all.length - missing.length} of ${all.length} have a test`);
  if (isReport) continue;
  for (const owner of [...new Set(missing.map((requirement) => requirement.owner))].sort()) {
    const ids = missing.filter((requirement) => requirement.owner === owner).map((requirement) => requirement.id);
    console.log(`  without one, owner ${owner}: ${ids.join(', ')}`);
  }
}
if (isReport && faults.length > 0)
  console.log(`${new Set(faults).size} wrong citations or entries: node tools/check-requirements.mjs names them`);
else for (const fault of [...new Set(faults)].sort()) console.error(fault);
if (specifications.length === 0) console.error('no packages/*/requirements.json was found');
const isFine = uncited === 0 && faults.length === 0 && specifications.length > 0;
process.exitCode = isFine || isReport ? 0 : 1;
