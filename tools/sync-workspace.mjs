// Writes what each package's package.json implies: tsconfig.json, tsconfig.lib.json, tsconfig.spec.json,
// jest.config.js and the root project references. `--check` writes nothing and names what is out of step.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const check = process.argv.includes('--check');
const outOfStep = [];
const packages = readdirSync('packages').filter((name) => existsSync(join('packages', name, 'package.json')));

function emit(file, text) {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  if (check) outOfStep.push(file);
  else writeFileSync(file, text);
}
const json = (value) => JSON.stringify(value, null, 2) + '\n';
const local = (record) =>
  Object.keys(record ?? {})
    .filter((name) => name.startsWith('@toolrack/'))
    .map((name) => name.slice('@toolrack/'.length))
    .filter((name) => packages.includes(name))
    .sort();

for (const name of packages) {
  const folder = join('packages', name);
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const runtime = [...new Set([...local(manifest.dependencies), ...local(manifest.peerDependencies)])];
  const development = local(manifest.devDependencies).filter((other) => !runtime.includes(other));
  const reference = (other) => ({ path: `../${other}/tsconfig.lib.json` });
  emit(
    join(folder, 'tsconfig.json'),
    json({ files: [], include: [], references: [{ path: './tsconfig.lib.json' }, { path: './tsconfig.spec.json' }] }),
  );
  emit(
    join(folder, 'tsconfig.lib.json'),
    json({
      extends: '../../tsconfig.base.json',
      compilerOptions: {
        rootDir: 'src',
        outDir: 'dist',
        tsBuildInfoFile: 'dist/tsconfig.lib.tsbuildinfo',
        types: ['node'],
      },
      include: ['src/**/*.ts', 'src/**/*.json'],
      exclude: ['src/**/*.test.ts', 'src/**/fixtures/**'],
      references: runtime.map(reference),
    }),
  );
  emit(
    join(folder, 'tsconfig.spec.json'),
    json({
      extends: '../../tsconfig.base.json',
      compilerOptions: {
        rootDir: '.',
        outDir: 'out-spec',
        tsBuildInfoFile: 'out-spec/tsconfig.spec.tsbuildinfo',
        emitDeclarationOnly: true,
        types: ['node', 'jest'],
      },
      include: ['src/**/*.test.ts', 'test/**/*.ts'],
      references: [{ path: './tsconfig.lib.json' }, ...[...runtime, ...development].sort().map(reference)],
    }),
  );
  emit(
    join(folder, 'jest.config.js'),
    `import preset from '../../jest.preset.js';\n/** @type {import('jest').Config} */\nexport default { ...preset, displayName: '${name}' };\n`,
  );
}
emit('tsconfig.json', json({ files: [], include: [], references: packages.map((name) => ({ path: `./packages/${name}` })) }));
emit(
  'tsconfig.build.json',
  json({
    files: [],
    include: [],
    references: packages.map((name) => ({ path: `./packages/${name}/tsconfig.lib.json` })),
  }),
);
if (outOfStep.length > 0) {
  console.error(`Out of step with package.json: ${outOfStep.join(', ')}. Run: npm run sync`);
  process.exit(1);
}
