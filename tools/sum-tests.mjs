// Adds up the test-results.json that tools/count-reporter.js wrote and prints one plain closing line.
import { existsSync, readdirSync, readFileSync } from 'node:fs';

const sum = { passed: 0, failed: 0, skipped: 0 };
for (const top of ['packages', 'examples']) {
  for (const folder of existsSync(top) ? readdirSync(top) : []) {
    const file = `${top}/${folder}/test-results.json`;
    if (!existsSync(file)) continue;
    for (const [key, value] of Object.entries(JSON.parse(readFileSync(file, 'utf8')))) sum[key] += value;
  }
}
console.log(`${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped`);
if (sum.passed === 0 || sum.failed > 0) process.exitCode = 1;
