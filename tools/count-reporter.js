// Jest reporter: writes {passed, failed, skipped} beside the package; tools/sum-tests.mjs adds them up.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

export default class CountReporter {
  constructor(globalConfig) {
    this.file = join(globalConfig.rootDir, 'test-results.json');
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
