import { checkFunction, checkKeys, checkText, checkUnique } from './options.js';
import { resolveRunner } from './runner.js';
import { within } from './timeouts.js';
import { prepareCall } from './source-checks.js';
import { registerSourceCalls } from './source-call-cases.js';
import { registerSourceLists } from './source-list-cases.js';
import type { SourceCallCase, SourceCases, ToolSourceSuiteOptions } from './source-suite.js';

function checkOptions(options: ToolSourceSuiteOptions): void {
  checkKeys('The options of testToolSource', options, {
    required: ['name', 'create', 'calls'],
    optional: ['change', 'timeoutMs', 'runner'],
  });
  checkText('name', options.name);
  checkFunction('create', options.create);
  if (options.change !== undefined) checkFunction('change', options.change);
  checkKeys('calls', options.calls, { required: ['success'], optional: ['failure', 'slow'] });
  const named = Object.entries(options.calls).flatMap(([key, call]: [string, SourceCallCase | undefined]) =>
    call === undefined ? [] : [[key, call] as const],
  );
  for (const [key, call] of named) {
    checkKeys(`calls.${key}`, call, { required: ['tool', 'arguments'] });
    checkText(`calls.${key}.tool`, call.tool);
  }
  checkUnique(
    'calls',
    named.map(([, call]) => JSON.stringify(call)),
  );
}

/** Registers the contract suite of a tool source: list, call, cancellation, change and disposal, each promise as a case of its own. */
export function testToolSource(options: ToolSourceSuiteOptions): void {
  checkOptions(options);
  const { describe, it } = resolveRunner(options.runner);
  const timeoutMs = options.timeoutMs ?? 10_000;
  const cases: SourceCases = {
    options,
    timeoutMs,
    prepare: (source, request, signal) => within(timeoutMs, 'list', prepareCall(source, request, signal)),
    withSource: (name, body) => {
      it(name, async () => {
        const source = await options.create();
        try {
          await within(timeoutMs * 4, 'the case', body(source));
        } finally {
          await within(timeoutMs, 'dispose', Promise.resolve(source.dispose?.()));
        }
      });
    },
  };
  describe(`${options.name} keeps the contract of a tool source`, () => {
    registerSourceLists(cases);
    registerSourceCalls(cases);
  });
}
