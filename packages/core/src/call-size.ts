import { ToolrackError } from '@toolrack/contracts';

/** Values that a control's own arguments may have around those of the tool: its id, options, a batch of queries. */
const mostOfControl = 1_000;

/** Throws `ERR_TOOL_INPUT` for a call without a name, or with arguments of more values than a call may have. */
export function checkCall(name: unknown, callArguments: unknown, mostValues: number): asserts name is string {
  if (typeof name !== 'string' || name === '')
    throw new ToolrackError('ERR_TOOL_INPUT', 'The name of the called tool must be a non-empty string.');
  checkCallSize(callArguments, mostValues);
}

/**
 * Throws `ERR_TOOL_INPUT` for arguments with more values than a call may have, before anything else reads them: repairs, looks for secrets
 * and copies each take their time for every value. Stops counting at the limit and takes no notice of depth, which readers bound themselves.
 */
export function checkCallSize(callArguments: unknown, mostValues: number): void {
  const most = mostValues + mostOfControl;
  const open: unknown[] = [callArguments];
  let values = 0;
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== 'object' || value === null) continue;
    const children: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
    values += children.length;
    if (values > most) {
      const hint = `Call with less at a time. The operator can raise "limits.maxArgumentValues" (${mostValues}).`;
      throw new ToolrackError('ERR_TOOL_INPUT', `The arguments of the call hold more than ${mostValues} values.`, { hint });
    }
    for (const child of children) if (typeof child === 'object' && child !== null) open.push(child);
  }
}
