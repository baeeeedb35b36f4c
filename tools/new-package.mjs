// Creates packages/<name>/package.json with the workspace's conventions: node tools/new-package.mjs <name> <layer> "<description>"
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';

const [name, layer, description] = process.argv.slice(2);
if (!name || !['contracts', 'library', 'kernel', 'testkit', 'plugin', 'host'].includes(layer) || !description) {
  console.error('usage: node tools/new-package.mjs <name> <contracts|library|kernel|testkit|plugin|host> "<description>"');
  process.exit(2);
}
const folder = `packages/${name}`;
if (existsSync(`${folder}/package.json`)) {
  console.error(`${folder}/package.json exists already`);
  process.exit(1);
}
mkdirSync(`${folder}/src`, { recursive: true });
const version = ['contracts', 'kernel'].includes(layer) ? '1.0.0' : '0.1.0';
writeFileSync(
  `${folder}/package.json`,
  JSON.stringify(
    {
      name: `@toolrack/${name}`,
      version,
      description,
      license: 'MIT',
      keywords: layer === 'plugin' ? ['toolrack', 'toolrack-plugin'] : ['toolrack'],
      type: 'module',
      engines: { node: '>=20.19.0' },
      sideEffects: false,
      main: './dist/index.js',
      types: './dist/index.d.ts',
      exports: {
        '.': { '@toolrack/source': './src/index.ts', types: './dist/index.d.ts', default: './dist/index.js' },
        './package.json': './package.json',
      },
      files: ['dist', 'src', '!dist/**/*.tsbuildinfo', '!src/**/*.test.ts', '!src/**/fixtures'],
      scripts: {
        build: 'tsc -b tsconfig.lib.json',
        test: 'node --experimental-vm-modules --disable-warning=ExperimentalWarning ../../node_modules/jest/bin/jest.js',
      },
      ...(layer === 'plugin' || layer === 'testkit' ? { peerDependencies: { '@toolrack/contracts': '^1.0.0' } } : {}),
      ...(layer === 'plugin' ? { devDependencies: { '@toolrack/testkit': '*' } } : {}),
      nx: { tags: [`layer:${layer}`] },
    },
    null,
    2,
  ) + '\n',
);
// Releases are written above this line.
writeFileSync(`${folder}/CHANGELOG.md`, `_Changes before the first release are in the history of the repository._\n`);
