// Runs every example that has an `example` script and fails when one does: node tools/run-examples.mjs [name]
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const only = process.argv[2];
const failures = [];
let count = 0;
for (const name of readdirSync('examples')) {
  const file = join('examples', name, 'package.json');
  if (!existsSync(file) || (only !== undefined && name !== only)) continue;
  const script = JSON.parse(readFileSync(file, 'utf8')).scripts?.example;
  if (script === undefined) continue;
  count += 1;
  console.log(`-- ${name}: ${script}`);
  const run = spawnSync('npm', ['run', '--silent', 'example'], {
    cwd: join('examples', name),
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout: 120_000,
  });
  if (run.status !== 0) failures.push(`${name} (${run.signal ?? `exit code ${run.status}`})`);
}
console.log(failures.length === 0 ? `${count} examples ran` : `failed: ${failures.join(', ')}`);
process.exitCode = failures.length === 0 && count > 0 ? 0 : 1;
