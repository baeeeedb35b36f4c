import type { Scope, ToolDescriptor } from '@toolrack/contracts';

import type { CommandContext } from '../command-context.js';
import { withRun } from '../with-run.js';
import { findTool } from './find-tool.js';

/** `toolrack describe ID`: one tool's whole definition. */
export function describe(context: CommandContext, id: string, options: { readonly scope: Scope }): Promise<number> {
  return withRun(context, { ...options, toolId: id }, async ({ run }) => {
    const { tool, callName } = findTool(run, id);
    if (context.isJson) context.terminal.printJson({ ...tool, callName });
    else context.terminal.print(descriptionOf(tool, callName));
    return 0;
  });
}

function descriptionOf(tool: ToolDescriptor, callName: string): string {
  const facts = [
    ['id', tool.id],
    ['call name', callName],
    ['title', tool.title],
    ['source', tool.source.label ?? `${tool.source.kind}:${tool.source.owner}`],
    ['trust', tool.trust],
    ['execution', tool.execution],
    ['exposure', tool.exposure],
    ['digest', tool.digest],
  ].filter((fact): fact is [string, string] => fact[1] !== undefined);
  const schema = (name: string, value: unknown): string =>
    value === undefined ? '' : `\n${name}:\n${JSON.stringify(value, undefined, 2)}\n`;
  return [
    ...facts.map(([name, value]) => `${name.padEnd(10)} ${value}\n`),
    tool.description === '' ? '' : `\n${tool.description}\n`,
    schema('input schema', tool.inputSchema),
    schema('output schema', tool.outputSchema),
    schema('annotations', tool.annotations),
  ].join('');
}
