import type { JsonObject, ToolSource, ToolSourceCall } from '@toolrack/contracts';
import { checkFunction, checkKeys, checkText, checkUnique } from './options.js';
import { resolveRunner, type SuiteRunner } from './runner.js';
import { within } from './timeouts.js';
import { prepareCall } from './source-checks.js';
import { registerSourceCalls } from './source-call-cases.js';
import { registerSourceLists } from './source-list-cases.js';

/** A tool call that the suite may make. */
export interface SourceCallCase {
  /** Name of a listed tool. */
  readonly tool: string;
  readonly arguments: JsonObject;
}

/** What `testToolSource` takes. */
export interface ToolSourceSuiteOptions {
  /** Name of the `describe` block. */
  readonly name: string;
  /** Makes a fresh source that can list at least one tool; called once a case. The suite disposes it. */
  readonly create: () => ToolSource | Promise<ToolSource>;
  readonly calls: {
    /** A call that succeeds, may be repeated, and answers soon. */
    readonly success: SourceCallCase;
    /** A call that the tool itself refuses, where there is one. */
    readonly failure?: SourceCallCase;
    /** A call that takes at least a second unless it is cancelled, where there is one. */
    readonly slow?: SourceCallCase;
  };
  /** Makes the source's list change, for sources with `onChange`. */
  readonly change?: (source: ToolSource) => void | Promise<void>;
  /** Longest real time of one list or call in milliseconds (10,000). */
  readonly timeoutMs?: number;
  readonly runner?: SuiteRunner;
}

/** What the parts of the suite share. */
export interface SourceCases {
  readonly options: ToolSourceSuiteOptions;
  readonly timeoutMs: number;
  /** Lists in time, then builds the call of a listed tool. */
  readonly prepare: (source: ToolSource, request: SourceCallCase, signal?: AbortSignal) => Promise<ToolSourceCall>;
  /** Registers a case that gets a fresh source, which is disposed afterwards. */
  readonly withSource: (name: string, body: (source: ToolSource) => Promise<void>) => void;
}

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
