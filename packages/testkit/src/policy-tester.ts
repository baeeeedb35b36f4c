import type { Plugin } from '@toolrack/contracts';
import { checkKeys, checkText } from './options.js';
import { registerPolicyCase } from './policy-cases.js';
import { normalizeTable, type PolicyTable } from './policy-table.js';
import { resolveRunner, type SuiteRunner } from './runner.js';

/** What `new PolicyTester` takes. */
export interface PolicyTesterOptions {
  readonly runner?: SuiteRunner;
}

/**
 * Tests a policy against a table of expectations, as ESLint's RuleTester tests a rule. The table itself is checked first: unknown
 * keys, a case that occurs twice, an empty half and a denial without the expected reason are errors, not passes.
 */
export class PolicyTester {
  constructor(private readonly options: PolicyTesterOptions = {}) {
    checkKeys('The options of PolicyTester', options, { required: [], optional: ['runner'] });
  }

  /** Registers one case for every row. `plugin` is the configured policy, or a function that makes it; each case gets a host of its own. */
  run(name: string, plugin: Plugin | (() => Plugin | Promise<Plugin>), table: PolicyTable): void {
    checkText('The name of a policy test', name);
    const rows = normalizeTable(table);
    const make = typeof plugin === 'function' ? plugin : () => plugin;
    const { describe, it } = resolveRunner(this.options.runner);
    describe(name, () => {
      for (const row of rows) registerPolicyCase(it, row, make);
    });
  }
}
