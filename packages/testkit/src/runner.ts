/** The two functions of a test framework that the suites need. Jest, vitest and node:test all fit. */
export interface SuiteRunner {
  readonly describe: (name: string, body: () => void) => void;
  readonly it: (name: string, body: () => void | Promise<void>) => void;
}

/** The outcome of one case run by `collectSuite`. */
export interface CaseOutcome {
  /** Names of the surrounding `describe` blocks and of the case, joined by ` > `. */
  readonly name: string;
  readonly passed: boolean;
  readonly error?: unknown;
}

/** Longest real time of one case in milliseconds, where the test framework takes a limit. */
const caseTimeoutMs = 60_000;

/** The given runner, or the `describe` and `it` of the test framework. Throws when there is neither. */
export function resolveRunner(runner: SuiteRunner | undefined): SuiteRunner {
  if (runner !== undefined) return runner;
  const { describe, it } = globalThis as unknown as Partial<SuiteRunner>;
  if (typeof describe !== 'function' || typeof it !== 'function') {
    throw new TypeError(
      "No global describe and it: run the suite inside jest or vitest, or pass runner: { describe, it } (for example of 'node:test').",
    );
  }
  // Jest and vitest take a limit as the third argument; their 5 seconds are too short for property tests on a busy machine.
  const register = it as (name: string, body: () => void | Promise<void>, timeoutMs: number) => void;
  return { describe: (name, body) => describe(name, body), it: (name, body) => register(name, body, caseTimeoutMs) };
}

/**
 * Registers a suite with a runner of its own, runs its cases one after the other and returns how each ended.
 * With it a suite can be tested: a broken implementation must make at least one case fail.
 */
export async function collectSuite(register: (runner: SuiteRunner) => void): Promise<readonly CaseOutcome[]> {
  const path: string[] = [];
  const cases: { name: string; body: () => void | Promise<void> }[] = [];
  register({
    describe: (name, body) => {
      path.push(name);
      body();
      path.pop();
    },
    it: (name, body) => {
      cases.push({ name: [...path, name].join(' > '), body });
    },
  });
  const outcomes: CaseOutcome[] = [];
  for (const { name, body } of cases) {
    try {
      await body();
      outcomes.push({ name, passed: true });
    } catch (error) {
      outcomes.push({ name, passed: false, error });
    }
  }
  return outcomes;
}
