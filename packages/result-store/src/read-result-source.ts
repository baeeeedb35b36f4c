import {
  matchTool,
  ToolrackError,
  type PolicyView,
  type RunContext,
  type SourceListing,
  type ToolDefinition,
  type ToolDescriptor,
  type ToolResult,
  type ToolSource,
  type ToolSourceCall,
} from '@toolrack/contracts';
import type { KeptResults, KeptText } from './kept-results.js';
import type { ResultStoreSettings } from './options.js';
import { readerId, readerName, unlistedName, unlistedReaderId } from './read-on.js';
import { mostPatternCharacters, readResult } from './read-result.js';

/** False for a run that keeps to a list of tools without this one. */
export function canRead({ allow }: RunContext, { through }: ResultStoreSettings): boolean {
  const tools = [{ id: readerId, name: readerName }, ...(through === undefined ? [] : [{ id: unlistedReaderId, name: unlistedName }])];
  return allow === undefined || tools.every((tool) => allow.some((pattern) => matchTool(pattern, tool)));
}

/**
 * The source of `read_result`. It lists it as a tool to be shown directly, and answers under another name where a run has a control to call it
 * through.
 */
export class ReadResultSource implements ToolSource {
  readonly kind = 'toolrack';
  readonly owner = 'results';
  readonly trust = 'trusted';

  constructor(
    private readonly kept: KeptResults,
    private readonly options: ResultStoreSettings,
    private readonly isAllowed: PolicyView['isAllowed'],
  ) {}

  async list(): Promise<SourceListing> {
    return Promise.resolve({ tools: [readerTool(this.options.maxCharacters)] });
  }

  async resolve(name: string): Promise<ToolDefinition | undefined> {
    const isAsked = name === unlistedName && this.options.through !== undefined;
    return Promise.resolve(isAsked ? { ...readerTool(this.options.maxCharacters), name: unlistedName } : undefined);
  }

  /** What the run may read: a right that was withdrawn is gone for what was fetched with it, too. */
  private find(id: string, run: RunContext): KeptText | undefined {
    const found = this.kept.find(run.scope, id);
    return found !== undefined && isInRun(run, found.tool) && this.isAllowed(found.tool, run) ? found : undefined;
  }

  async call(call: ToolSourceCall): Promise<ToolResult> {
    const { maxCharacters, storeMs } = this.options;
    const toolId = call.tool.id;
    if (call.signal.aborted)
      return Promise.reject(new ToolrackError('ERR_CALL_INTERRUPTED', `The call of ${toolId} was cancelled.`, { toolId }));
    if (call.name !== readerName && call.name !== unlistedName)
      return Promise.reject(new ToolrackError('ERR_TOOL_UNAVAILABLE', `There is no tool "${call.name}" here.`, { toolId }));
    return Promise.resolve(readResult((id) => this.find(id, call.run), call.arguments, maxCharacters, storeMs));
  }
}

/** False for a tool that a run which keeps to a list of tools does not have. */
function isInRun({ allow }: RunContext, tool: ToolDescriptor): boolean {
  return allow === undefined || allow.some((pattern) => matchTool(pattern, tool));
}

/** The tool as a model is shown it. */
export function readerTool(maxCharacters: number): ToolDefinition {
  return {
    name: readerName,
    title: 'Read a kept result',
    description: 'Reads on in a tool result that was too large to show: a part of its text, or the places where a text occurs in it.',
    exposure: 'direct-only',
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    inputSchema: {
      type: 'object',
      additionalProperties: false,
      required: ['id'],
      properties: {
        id: { type: 'string', description: 'Id from the note in the result.' },
        offset: { type: 'integer', minimum: 0, description: 'First character, default 0.' },
        limit: { type: 'integer', minimum: 1, maximum: maxCharacters, description: 'Most characters, default 20000.' },
        pattern: {
          type: 'string',
          minLength: 1,
          maxLength: mostPatternCharacters,
          description: 'Literal text to find, upper and lower case distinct.',
        },
      },
    },
  };
}
