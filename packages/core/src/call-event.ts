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
