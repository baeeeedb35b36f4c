// Adds up the test-results.json that tools/count-reporter.js wrote and prints one plain closing line.
// `--failed-steps N` adds N failures of steps that are no jest suites.
import { existsSync, readdirSync, readFileSync } from 'node:fs';

const at = process.argv.indexOf('--failed-steps');
const sum = { passed: 0, failed: at < 0 ? 0 : Number(process.argv[at + 1]), skipped: 0 };
for (const folder of readdirSync('packages')) {
  if (!existsSync(`packages/${folder}/package.json`)) continue;
  const file = `packages/${folder}/test-results.json`;
  if (!existsSync(file)) {
    console.error(`${file} is missing: the tests of ${folder} did not finish`);
    sum.failed += 1;
    continue;
  }
  for (const results of [file, `packages/${folder}/test-results.long.json`]) {
    if (!existsSync(results)) continue;
    for (const [key, value] of Object.entries(JSON.parse(readFileSync(results, 'utf8')))) sum[key] += value;
  }
}
console.log(`${sum.passed} passed, ${sum.failed} failed${sum.skipped > 0 ? `, ${sum.skipped} skipped` : ''}`);
if (sum.passed === 0 || sum.failed > 0) process.exitCode = 1;
