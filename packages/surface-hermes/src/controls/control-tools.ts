import { type JsonObject, type ModelTool } from '@toolrack/contracts';

/** What the texts of the controls depend on. */
export interface ControlFacts {
  /** Deferred tools. */
  readonly count: number;
  /** The listing, `""` for none, and its form. */
  readonly listing: string;
  readonly form: string;
  /** Deferred tools that the listing does not name. */
  readonly omitted: number;
  /** `manage_connections` is in the session. */
  readonly hasConnections: boolean;
  readonly localBatches: boolean;
}

const strings = (description: string): JsonObject => ({ type: 'array', items: { type: 'string' }, description });

const searchSchema: JsonObject = Object.freeze({
  type: 'object',
  properties: {
    queries: strings(
      'One keyword query per capability: app or service, action, object (["github create issue", "slack post message"]). ' +
        'Every word must occur in a tool, so no sentences. One string counts as one query.',
    ),
    limit: { type: 'integer', description: 'Most matches per query: 5 by default, clamped to the configured maximum (25 by default).' },
  },
  required: ['queries'],
});

const describeSchema: JsonObject = Object.freeze({
  type: 'object',
  properties: { names: strings('Exact tool names as tool_search returns them. One string counts as one name.') },
  required: ['names'],
});

const callSchema = (localBatches: boolean): JsonObject => ({
  type: 'object',
  properties: {
    calls: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          name: { type: 'string', description: 'Exact name of the tool.' },
          arguments: { type: 'object', description: 'Arguments that fit the schema of the tool.' },
        },
        required: ['name', 'arguments'],
      },
      description: localBatches
        ? 'One entry per invocation, run in order. Local and connectors__ tools do not mix.'
        : 'One local invocation, or one or more of connectors__ tools. The two do not mix.',
    },
  },
  required: ['calls'],
});

/** How the listing is to be read, by its form. */
function framing({ form, omitted }: ControlFacts): string {
  if (form === 'groups') {
    return (
      'The sources below are connected and their tools can be used through this bridge. For a request in their domains ' +
      'search here FIRST: neither call the ability missing nor take a generic tool (terminal, browser) instead before a search.'
    );
  }
  const listed =
    'Every deferred ability is listed below, by tool or by source. A name that you see is available: read its schema with tool_describe; ' +
    'with the exact name at hand you can skip tool_search.';
  const collapsed = ' Where it says "names not listed", the tools exist as well: find them with tool_search before you call one missing.';
  return form === 'mixed' || omitted > 0 ? listed + collapsed : listed;
}

function searchDescription(facts: ControlFacts): string {
  const opening =
    facts.count > 0
      ? `Search ${facts.count} more tools that are loaded on demand.`
      : 'Search the tools of remote connectors (mail, calendars, trackers and others).';
  const rules =
    ' Takes several queries a call, one per capability, each searched on its own. Queries are keywords, not questions: app or service ' +
    'plus action plus object (`gmail send email`, not `how do I mail someone?`); one word that no tool contains empties the query. ' +
    'Returns tool names grouped by query and one shared map with descriptions and required parameters. Next, load schemas ' +
    'with `tool_describe`, then invoke with `tool_call`. Tools that are listed directly need no search.';
  const connections = facts.hasConnections
    ? ' Names that start with `connectors__` belong to remote accounts; `manage_connections` tells whether one is connected and links it.'
    : '';
  const listing = facts.listing === '' ? '' : `\n\n${framing(facts)}\n\n${facts.listing}`;
  return `${opening}${rules}${connections}${listing}`;
}

function callDescription(localBatches: boolean): string {
  const local = localBatches
    ? 'Several local entries run one after another, each with its own outcome; local and connectors__ entries must not be mixed.'
    : 'A local tool takes exactly one entry per tool_call. Only connectors__ names may be batched; mixed and multi-local batches are rejected.';
  return (
    `Invoke deferred tools: \`calls\` is an array of {name, arguments}, one entry per invocation, an array of one for a single call. ${local} ` +
    'Connector entries run one by one, results in input order. Arguments must fit the schema (see `tool_describe`). ' +
    'Policy, hooks and approvals apply as for tools that are listed directly.'
  );
}

/** The three controls in their fixed order: search, describe, call. */
export function controlTools(facts: ControlFacts): readonly ModelTool[] {
  return [
    { name: 'tool_search', description: searchDescription(facts), inputSchema: searchSchema },
    {
      name: 'tool_describe',
      description:
        'Load the full schemas of deferred tools. Needed before `tool_call` when the parameters of a tool are unknown. ' +
        'Ask for every schema you need in one call.',
      inputSchema: describeSchema,
    },
    { name: 'tool_call', description: callDescription(facts.localBatches), inputSchema: callSchema(facts.localBatches) },
  ];
}
