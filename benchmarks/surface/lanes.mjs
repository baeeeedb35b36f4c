// Both lanes, one after the other, with the same arguments: node benchmarks/surface/lanes.mjs [--short] [--write]
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

for (const lane of ['run.mjs', 'hermes.mjs']) {
  const file = fileURLToPath(new URL(lane, import.meta.url));
  const { status } = spawnSync(process.execPath, [file, ...process.argv.slice(2)], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
