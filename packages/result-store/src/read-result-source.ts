import {
  ToolrackError,
  type SourceListing,
  type ToolDefinition,
  type ToolResult,
  type ToolSource,
  type ToolSourceCall,
} from '@toolrack/contracts';
import type { KeptResults } from './kept-results.js';
import type { ResultStoreOptions } from './options.js';
import { mostPatternCharacters, readResult } from './read-result.js';

/** The id of the source. */
export const readResultSource = 'toolrack:results';

const name = 'read_result';

/** The source of `read_result`: shown to every model directly, since it is of use at once or never. */
export class ReadResultSource implements ToolSource {
  readonly kind = 'toolrack';
  readonly owner = 'results';
  readonly trust = 'trusted';

  constructor(
    private readonly kept: KeptResults,
    private readonly options: Required<ResultStoreOptions>,
  ) {}

  async list(): Promise<SourceListing> {
    return Promise.resolve({ tools: [definition(this.options.maxCharacters)] });
  }

  async call(call: ToolSourceCall): Promise<ToolResult> {
    const { maxCharacters, storeMs } = this.options;
    const toolId = call.tool.id;
    if (call.signal.aborted)
      return Promise.reject(new ToolrackError('ERR_CALL_INTERRUPTED', `The call of ${toolId} was cancelled.`, { toolId }));
    if (call.name !== name)
      return Promise.reject(new ToolrackError('ERR_TOOL_UNAVAILABLE', `There is no tool "${call.name}" here.`, { toolId }));
    return Promise.resolve(readResult(this.kept, call.run.scope, call.arguments, maxCharacters, storeMs));
  }
}

function definition(maxCharacters: number): ToolDefinition {
  return {
    name,
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
