import {
  errorAnswer,
  isJsonObject,
  ToolrackError,
  type ContentBlock,
  type JsonObject,
  type Run,
  type Runtime,
  type ToolResult,
} from '@toolrack/contracts';

import { catalogTools, summariseCatalog, withServers } from '../catalog-tools.js';
import { version } from '../version.js';
import type { AnswerBody, Work } from './answer-order.js';
import type { CallTable } from './call-table.js';
import type { EventBuffer } from './event-buffer.js';
import { kinds, optional, protocolError, required } from './fields.js';
import type { HostCall, Outcome } from './host-call.js';
import { MissingSources } from './missing-sources.js';
import type { OperationName } from './request.js';
import { toRunRequest } from './run-request.js';
import { RunTable } from './run-table.js';

/** What an operation does with the fields of its request. May throw `ERR_PROTOCOL` when it reads them. */
export type Operation = (fields: JsonObject) => Work;

/** What the operations act on. */
export interface OperationContext {
  readonly runtime: Runtime;
  readonly calls: CallTable;
  readonly events: EventBuffer;
  /** Takes a line for the operator (none). */
  readonly note?: (text: string) => void;
}

/** All operations of the protocol over one runtime. */
export function createOperations(context: OperationContext): Readonly<Record<OperationName, Operation>> {
  const { runtime, calls, events } = context;
  const runs = new RunTable();
  const missing = new MissingSources(context.note ?? (() => undefined));
  return {
    start: (fields) => ({ run: () => start(context, runs, missing, fields) }),
    call: (fields) => {
      const runId = required(fields, 'run', kinds.text);
      const name = required(fields, 'name', kinds.text);
      const call = calls.open(runId, optional(fields, 'callId', kinds.text));
      const given = fields['arguments'] === undefined ? {} : fields['arguments'];
      return { run: () => makeCall(calls, call, () => runs.get(runId), { name, arguments: given }) };
    },
    result: (fields) => {
      const callId = required(fields, 'callId', kinds.text);
      const result = toResult(fields);
      return follow(() => calls.giveResult(callId, result), `No call waits for a result with the callId ${quote(callId)}.`);
    },
    approve: (fields) => {
      const approvalId = required(fields, 'approvalId', kinds.text);
      const decision = required(fields, 'decision', kinds.text);
      if (decision !== 'allow' && decision !== 'deny') throw protocolError('"decision" must be "allow" or "deny".');
      const edited = optional(fields, 'arguments', kinds.object);
      return follow(() => calls.decide(approvalId, decision, edited), `No call waits for the approval ${quote(approvalId)}.`);
    },
    cancel: (fields) => {
      const callId = required(fields, 'callId', kinds.text);
      const runId = optional(fields, 'run', kinds.text);
      return {
        runAtOnce: () => (calls.cancel(callId, runId) ? {} : undefined),
        run: () => {
          throw protocolError(`There is no call with the callId ${quote(callId)}.`);
        },
      };
    },
    catalog: (fields) => {
      const runId = required(fields, 'run', kinds.text);
      const full = optional(fields, 'full', kinds.flag) ?? false;
      return { run: () => ({ tools: catalogTools(runs.get(runId), full) }) };
    },
    events: (fields) => {
      const runId = optional(fields, 'run', kinds.text);
      const since = optional(fields, 'since', kinds.number);
      return {
        run: () => {
          if (runId !== undefined && !runs.isKnown(runId)) runs.get(runId);
          return { events: events.select({ runId, since }) };
        },
      };
    },
    inspect: () => ({
      run: () => {
        const inspection = runtime.inspect();
        const versions = { toolrack: version, node: process.versions.node };
        return { versions, ...inspection, sources: withServers(inspection.sources, runtime) };
      },
    }),
    end: (fields) => {
      const runId = required(fields, 'run', kinds.text);
      return {
        run: async () => {
          await runs.remove(runId).end();
          return {};
        },
      };
    },
  };
}

async function start(context: OperationContext, runs: RunTable, missing: MissingSources, fields: JsonObject): Promise<AnswerBody> {
  let runId = '';
  const request = toRunRequest(fields, (call) => context.calls.handOut(runId, call));
  const run = await context.runtime.startRun(request);
  runId = run.id;
  runs.add(run);
  missing.look(run);
  return { run: run.id, tools: run.tools, prompt: run.prompt, catalog: summariseCatalog(run.catalog) };
}

/** Starts the call and answers its first step; the rest of it is taken by `result` and `approve`. */
async function makeCall(
  calls: CallTable,
  call: HostCall,
  findRun: () => Run,
  model: { readonly name: string; readonly arguments: unknown },
): Promise<AnswerBody> {
  let run: Run;
  try {
    run = findRun();
  } catch (error) {
    calls.drop(call);
    throw error;
  }
  if (call.signal.aborted) {
    const error = new ToolrackError('ERR_CALL_INTERRUPTED', 'The call was cancelled before it began.');
    calls.end(call, errorAnswer(error));
  } else {
    void run.call({ ...model, callId: call.callId, signal: call.signal }).then(
      (answer) => calls.end(call, answer),
      (error: unknown) => calls.end(call, failedCall(error)),
    );
  }
  return toBody(await call.next());
}

/** `Run.call` never rejects by its contract; a runtime that breaks it still gets an answer out. */
function failedCall(error: unknown): ReturnType<typeof errorAnswer> {
  const message = error instanceof Error ? error.message : String(error);
  return errorAnswer(ToolrackError.is(error) ? error : new ToolrackError('ERR_CALL_FAILED', message));
}

/** Settles what a call waits for and answers the call's next step. */
function follow(settle: () => HostCall | undefined, unknown: string): Work {
  const next = (): Promise<AnswerBody> | undefined => settle()?.next().then(toBody);
  return {
    runAtOnce: next,
    run: () => {
      throw protocolError(unknown);
    },
  };
}

function toBody(outcome: Outcome): AnswerBody {
  if ('pending' in outcome) return { pending: outcome.pending };
  const { content, details, isError, terminate } = outcome.answer;
  return { content, details, isError, ...(terminate === true ? { terminate } : {}) };
}

function toResult(fields: JsonObject): ToolResult {
  const content = required(fields, 'content', kinds.list);
  for (const block of content) {
    if (!isJsonObject(block) || typeof block['type'] !== 'string') {
      throw protocolError('"content" must be an array of content blocks, such as { "type": "text", "text": "…" }.');
    }
  }
  const isError = optional(fields, 'isError', kinds.flag);
  return {
    content: content as unknown as readonly ContentBlock[],
    ...(fields['details'] === undefined ? {} : { details: fields['details'] }),
    ...(isError === undefined ? {} : { isError }),
  };
}

function quote(text: string): string {
  return JSON.stringify(text.slice(0, 100));
}
