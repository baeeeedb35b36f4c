import { Redactor, secretValues } from '@toolrack/contracts';
import type { CallView, ToolDescriptor } from '@toolrack/contracts';

/** What every event about a call tells: always the real tool, never a control. */
export function callEvent(call: Pick<CallView, 'run' | 'callId' | 'parentCallId'> & { readonly tool: ToolDescriptor }) {
  return {
    runId: call.run.runId,
    callId: call.callId,
    parentCallId: call.parentCallId,
    toolId: call.tool.id,
    sourceKind: call.tool.source.kind,
  };
}

const redactor = new Redactor();

/** A reason for events: a tool may repeat secrets from its arguments in its words. */
export function withoutSecrets(reason: string, callArguments: unknown): string {
  try {
    return redactor.with(secretValues(callArguments, redactor)).text(reason);
  } catch {
    // Arguments that throw when they are read were never read by the tool either.
    return redactor.text(reason);
  }
}
