// Installs the packages as users get them: packs every one, installs the archives into an empty folder outside of the workspace, imports each, checks
// the types of a program that imports all, and calls a tool of a real server through the command line. Build first: node tools/try-packages.mjs
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));
const workspace = resolve(import.meta.dirname, '..');
const { devDependencies } = readJson(join(workspace, 'package.json'));
const server = '@modelcontextprotocol/server-everything';
const folder = mkdtempSync(join(tmpdir(), 'toolrack-packages-'));
const archives = join(folder, 'archives');
const user = join(folder, 'user');

/** What a command prints; what it says when it fails ends the check. */
function run(command, args, cwd) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8', timeout: 240_000 });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? `exit code ${status}`}\n${stdout}${stderr}`);
  return stdout;
}

/** Every name under which a program can import a package's code. */
function entryPoints({ name, exports }) {
  return Object.keys(exports)
    .filter((path) => !path.endsWith('.json'))
    .map((path) => `${name}${path.slice(1)}`);
}

try {
  mkdirSync(archives);
  mkdirSync(user);
  const manifests = readdirSync(join(workspace, 'packages')).map((name) => readJson(join(workspace, 'packages', name, 'package.json')));
  run('npm', ['pack', '--silent', '--pack-destination', archives, ...manifests.map(({ name }) => `--workspace=${name}`)], workspace);
  writeFileSync(join(user, 'package.json'), JSON.stringify({ name: 'user', private: true, type: 'module' }));
  const others = [server, 'typescript', '@types/node'].map((name) => `${name}@${devDependencies[name]}`);
  const packed = readdirSync(archives).map((name) => join(archives, name));
  run('npm', ['install', '--silent', '--ignore-scripts', '--no-audit', '--no-fund', ...packed, ...others], user);

  const names = manifests.flatMap(entryPoints);
  const imports = names.map((name, place) => `import * as from${place} from '${name}';\nvoid from${place};\n`).join('');
  writeFileSync(join(user, 'all.ts'), imports);
  writeFileSync(join(user, 'all.mjs'), imports);
  run(process.execPath, ['all.mjs'], user);
  const options = { module: 'nodenext', target: 'es2023', strict: true, noEmit: true, skipLibCheck: false, types: ['node'] };
  writeFileSync(join(user, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['all.ts'] }));
  run('npx', ['tsc', '-p', '.'], user);

  writeFileSync(
    join(user, 'toolrack.json'),
    JSON.stringify({ mcpServers: { everything: { command: 'npx', args: ['mcp-server-everything'] } } }),
  );
  const answer = run('npx', ['toolrack', 'call', 'mcp:everything:get-sum', '--args', '{"a":20,"b":22}'], user);
  if (!answer.includes('42')) throw new Error(`get-sum answered: ${answer}`);
  console.log(`${packed.length} packages installed outside of the workspace, ${names.length} entry points imported`);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
