// Repository rules that a linter cannot see in one file. Prints `<file>: <rule>: <what is wrong>` for each fault; exit code 1 when there is one.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { satisfies } from 'semver';

const faults = [];
const report = (file, rule, what) => faults.push(`${file}: ${rule}: ${what}`);
const read = (file) => readFileSync(file, 'utf8');
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file && existsSync(file));
const packages = readdirSync('packages').filter((name) => existsSync(join('packages', name, 'package.json')));
const manifests = new Map(packages.map((name) => [name, JSON.parse(read(join('packages', name, 'package.json')))]));
const layerOf = (name) =>
  manifests
    .get(name)
    ?.nx?.tags?.find((tag) => tag.startsWith('layer:'))
    ?.slice('layer:'.length);

/** Which layers the sources of a layer may import; tests may also import the test kit. */
const mayImport = {
  contracts: [],
  library: ['contracts', 'library'],
  kernel: ['contracts', 'library'],
  testkit: ['contracts'],
  plugin: ['contracts'],
  host: ['contracts', 'library', 'kernel', 'plugin', 'host'],
};
const importPattern = /(?:from\s+|import\s*\(\s*|import\s+)['"]([^'"]+)['"]/gu;
const isTest = (file) => /\.test\.ts$|\/test\/|\/test-support\//u.test(file);

for (const file of tracked.filter((path) => /^packages\/[^/]+\/src\/.*\.ts$/u.test(path) && !path.includes('/fixtures/'))) {
  const name = file.split('/')[1];
  const layer = layerOf(name);
  const manifest = manifests.get(name);
  const text = read(file);
  const lines = text.split('\n').length - 1;
  if (!isTest(file) && lines > 250) report(file, 'size', `${lines} lines, at most 250`);
  if (/\b(?:it|test|describe)\.(?:skip|only|todo)\b|\bx(?:it|describe)\(/u.test(text) && isTest(file))
    report(file, 'tests', 'a skipped or focused test');
  if (isTest(file)) continue;
  if (/\b(?:TODO|FIXME|XXX|HACK)\b/u.test(text)) report(file, 'unfinished', 'a mark of unfinished work');
  for (const [, specifier] of text.matchAll(importPattern)) {
    if (specifier.startsWith('.') || specifier.startsWith('node:')) {
      if (specifier.startsWith('.') && join(file, '..', specifier).split('/').slice(0, 2).join('/') !== `packages/${name}`)
        report(file, 'layers', `imports ${specifier} of another package by path`);
      continue;
    }
    const dependency = specifier
      .split('/')
      .slice(0, specifier.startsWith('@') ? 2 : 1)
      .join('/');
    if (dependency === manifest.name) continue;
    const declared = { ...manifest.dependencies, ...manifest.peerDependencies };
    if (
      !(dependency in declared) &&
      /^[@a-z]/u.test(dependency) &&
      new RegExp(`^\\s*(?:import|export)\\b[^\\n]*['"]${specifier.replace(/[.*+?^${}()|[\]\\/]/gu, '\\$&')}['"]`, 'mu').test(text)
    )
      report(file, 'dependencies', `imports ${dependency}, which its package.json does not declare`);
    if (!dependency.startsWith('@toolrack/')) continue;
    const other = layerOf(dependency.slice('@toolrack/'.length));
    if (other !== undefined && !mayImport[layer]?.includes(other))
      report(file, 'layers', `a ${layer} package may not import ${dependency} (${other})`);
  }
}

// Files that import each other in a circle, types included, cannot be read one before the other.
const imports = new Map(
  tracked
    .filter((file) => /^packages\/[^/]+\/src\/.*\.ts$/u.test(file) && !isTest(file))
    .map((file) => [file, [...read(file).matchAll(/from '(\.[^']+)\.js'/gu)].map(([, specifier]) => `${join(file, '..', specifier)}.ts`)]),
);
const finished = new Set();
function findCircles(file, path) {
  if (path.includes(file)) return report(file, 'circle', [...path.slice(path.indexOf(file)), file].join(' → '));
  if (finished.has(file)) return;
  for (const other of imports.get(file) ?? []) findCircles(other, [...path, file]);
  finished.add(file);
}
for (const file of imports.keys()) findCircles(file, []);

for (const [name, manifest] of manifests) {
  const folder = `packages/${name}`;
  const at = `${folder}/package.json`;
  if (manifest.name !== `@toolrack/${name}`) report(at, 'names', `the name must be @toolrack/${name}`);
  if (layerOf(name) === undefined || !(layerOf(name) in mayImport))
    report(at, 'layers', 'needs one nx tag layer:contracts, library, kernel, testkit, plugin or host');
  if (manifest.license !== 'MIT') report(at, 'licence', 'must be MIT');
  for (const file of ['README.md', 'CHANGELOG.md']) if (!existsSync(join(folder, file))) report(folder, 'documents', `has no ${file}`);
  if (name === 'contracts' && Object.keys(manifest.dependencies ?? {}).length > 0)
    report(at, 'layers', 'contracts has no runtime dependency');
  for (const [dependency, range] of Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })) {
    if (!dependency.startsWith('@toolrack/') && !/^\d+\.\d+\.\d+/u.test(range))
      report(at, 'dependencies', `${dependency} must have one exact version, not ${range}`);
  }
}

const kernelLines = tracked
  .filter((file) => /^packages\/kernel\/src\/.*\.ts$/u.test(file) && !isTest(file))
  .reduce((sum, file) => sum + read(file).split('\n').length - 1, 0);
if (kernelLines > 2500) report('packages/kernel', 'size', `${kernelLines} lines, at most 2,500`);

// npm warns about a package that does not support the lowest Node.js of this repository, and rightly so.
const lowestNode = JSON.parse(read('package.json')).engines.node.replace(/^>=/u, '');
for (const [place, { version, engines }] of Object.entries(JSON.parse(read('package-lock.json')).packages)) {
  if (engines?.node === undefined || satisfies(lowestNode, engines.node)) continue;
  report('package-lock.json', 'engines', `${place} ${version} needs Node ${engines.node}, not ${lowestNode}; pin or override it`);
}

// A code that nothing throws is a promise of the reference that nobody keeps.
const errorTable = 'packages/contracts/src/error-table.ts';
const sources = tracked.filter((file) => /^packages\/[^/]+\/src\/.*\.ts$/u.test(file) && !isTest(file) && file !== errorTable).map(read);
for (const [, code] of read(errorTable).matchAll(/^ {2}(ERR_[A-Z_]+):/gmu)) {
  if (!sources.some((text) => text.includes(`'${code}'`))) report(errorTable, 'errors', `nothing throws ${code}`);
}

try {
  execFileSync(process.execPath, ['tools/sync-workspace.mjs', '--check'], { stdio: ['ignore', 'ignore', 'pipe'] });
} catch (error) {
  report('packages', 'generated files', String(error.stderr).trim());
}

for (const fault of faults) console.error(fault);
console.log(`${packages.length} packages, kernel ${kernelLines} of 2,500 lines, ${faults.length} faults`);
process.exitCode = faults.length > 0 ? 1 : 0;
