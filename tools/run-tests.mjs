// `npm test`: the tests of every package, then what the specifications' requirements manifests cover, then one line of counts.
import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const run = (command, args) => spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' }).status ?? 1;

// What an earlier run left must not be counted for a suite that does not finish now; results from Nx's cache come back with the task.
for (const name of readdirSync('packages'))
  for (const kind of ['', '.long']) rmSync(join('packages', name, `test-results${kind}.json`), { force: true });
const tests = run('npx', ['--no-install', 'nx', 'run-many', '-t', 'test', '--output-style=static', ...process.argv.slice(2)]);
const requirements = run(process.execPath, ['tools/check-requirements.mjs']);
const counts = run(process.execPath, ['tools/sum-tests.mjs']);
process.exitCode = tests !== 0 || requirements !== 0 || counts !== 0 ? 1 : 0;
