// `npm run test:long`: the tests named *.long.test.ts, which start whole programs again and again, package after package.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

function hasLongTests(folder) {
  return readdirSync(folder, { withFileTypes: true }).some((entry) =>
    entry.isDirectory() ? hasLongTests(join(folder, entry.name)) : entry.name.endsWith('.long.test.ts'),
  );
}

let failed = 0;
for (const name of readdirSync('packages').sort()) {
  const folder = join('packages', name);
  if (!existsSync(join(folder, 'src')) || !hasLongTests(join(folder, 'src'))) continue;
  // What an earlier run left must not be counted for one that does not finish.
  rmSync(join(folder, 'test-results.long.json'), { force: true });
  const env = { ...process.env, TOOLRACK_TESTS: 'long' };
  const { status } = spawnSync('npm', ['test', '--silent', '--', ...process.argv.slice(2)], {
    cwd: folder,
    env,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0 || !existsSync(join(folder, 'test-results.long.json'))) failed += 1;
}
process.exitCode = failed === 0 ? 0 : 1;
