// Jest reporter: writes {passed, failed, skipped} beside the package, those of long tests into a file of their own; tools/sum-tests.mjs adds them up.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

export default class CountReporter {
  constructor(globalConfig) {
    const kind = process.env['TOOLRACK_TESTS'] === 'long' ? '.long' : '';
    this.file = join(globalConfig.rootDir, `test-results${kind}.json`);
  }
  onRunComplete(_contexts, results) {
    const counts = {
      passed: results.numPassedTests,
      failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
      skipped: results.numPendingTests + results.numTodoTests,
    };
    writeFileSync(this.file, JSON.stringify(counts) + '\n');
  }
}
