import { type JsonObject } from '@toolrack/contracts';

/** A tool of the reference gateway. */
export interface ReferenceTool {
  /** The vendor's name, usually with the connector's prefix. */
  readonly slug: string;
  readonly connector: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  /** What a call answers; throwing gives an error with the `code` of what is thrown, or `TOOL_ERROR`. Default: the arguments with the slug. */
  readonly run?: (callArguments: JsonObject) => unknown;
}

/** A connector of the reference gateway. */
export interface ReferenceConnector {
  readonly connector: string;
  readonly label?: string;
  /** Calls need no account (false). */
  readonly open?: boolean;
}

function tool(connector: string, name: string, description: string, required: readonly string[], properties: JsonObject): ReferenceTool {
  const inputSchema = { type: 'object', properties, required, additionalProperties: false };
  return { slug: `${connector.toUpperCase()}_${name}`, connector, description, inputSchema };
}

const text = { type: 'string' };

/** The connectors that are there unless others are given. `weather` needs no account. */
export const defaultConnectors: readonly ReferenceConnector[] = [
  { connector: 'gmail', label: 'Gmail' },
  { connector: 'slack', label: 'Slack' },
  { connector: 'linear', label: 'Linear' },
  { connector: 'weather', label: 'Weather', open: true },
];

/** Their tools. `CURRENT_FORECAST` is one of those vendors' slugs that lack the prefix. */
export const defaultTools: readonly ReferenceTool[] = [
  tool('gmail', 'SEND_EMAIL', 'Send an email message from the connected Gmail account.', ['to', 'subject'], {
    to: text,
    subject: text,
    body: text,
  }),
  tool('gmail', 'SEARCH_MESSAGES', 'Search email messages in the Gmail mailbox.', ['query'], { query: text }),
  tool('gmail', 'CREATE_DRAFT', 'Create a draft email in Gmail.', ['to'], { to: text, subject: text, body: text }),
  tool('slack', 'POST_MESSAGE', 'Post a message to a Slack channel.', ['channel', 'text'], { channel: text, text }),
  tool('slack', 'LIST_CHANNELS', 'List the channels of a Slack workspace.', [], {}),
  tool('linear', 'CREATE_ISSUE', 'Create an issue in a Linear team.', ['title'], { title: text, team: text }),
  tool('weather', 'LOOK_UP_CITY', 'Look up the station of a city.', ['city'], { city: text }),
  {
    slug: 'CURRENT_FORECAST',
    connector: 'weather',
    description: 'Current weather forecast for a city.',
    inputSchema: { type: 'object', properties: { city: text }, required: ['city'] },
    run: ({ city }) => ({ city: city ?? 'nowhere', forecast: 'rain' }),
  },
];
