import { type ModelTool } from '@toolrack/contracts';
import { batchLimits } from '../search/search-limits.js';
import { type ControlNames } from '../settings/surface-options.js';

const limit = { type: 'integer', minimum: 1 } as const;
const nothing = { type: 'null' } as const;

function searchTool(names: Required<ControlNames>): ModelTool {
  return {
    name: names.search,
    description:
      'Search the tool catalog. Write queries in English: ranking is lexical, over tool names and descriptions. ' +
      'Give query (with an optional limit) for one search, or queries: [{ query, limit? }] for several; a batch answers { results: [{ query, candidates }] }. ' +
      `Each hit has an id and an input signature; use ${names.describe} only when the signature is not enough, then pass the exact id or name to ${names.call}.`,
    inputSchema: {
      type: 'object',
      additionalProperties: false,
      properties: {
        query: { anyOf: [{ type: 'string' }, nothing], description: 'What the tool should do, in English.' },
        limit: { anyOf: [limit, nothing], description: 'Most hits for query.' },
        queries: {
          anyOf: [
            {
              type: 'array',
              maxItems: batchLimits.searches,
              items: {
                type: 'object',
                additionalProperties: false,
                required: ['query'],
                properties: {
                  query: { type: 'string', minLength: 1, maxLength: batchLimits.queryGraphemes },
                  limit,
                },
              },
            },
            nothing,
          ],
          description: 'Independent searches, each with its own limit.',
        },
      },
    },
  };
}

function describeTool(names: Required<ControlNames>): ModelTool {
  return {
    name: names.describe,
    description: `Load the full metadata of one catalogued tool, with its exact input schema. Only needed when the signature in a ${names.search} hit is not enough.`,
    inputSchema: {
      type: 'object',
      required: ['id'],
      properties: { id: { type: 'string', description: `Exact id from ${names.search}.` } },
    },
  };
}

function callTool(names: Required<ControlNames>): ModelTool {
  return {
    name: names.call,
    description: `Call one catalogued tool by its exact id or name. Put all of its arguments into args. Answers { tool, result }.`,
    inputSchema: {
      type: 'object',
      required: ['id'],
      properties: {
        id: { type: 'string', description: `Exact id or name from ${names.search} or the tool directory.` },
        args: { type: 'object', description: 'The arguments of the tool, as its input signature says.', additionalProperties: true },
      },
    },
  };
}

/** The three controls as a model is shown them. */
export function controlTools(names: Required<ControlNames>): readonly ModelTool[] {
  return Object.freeze([searchTool(names), describeTool(names), callTool(names)]);
}
