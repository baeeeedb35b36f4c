import { type ToolDefinition } from '@toolrack/contracts';

/** Actions on accounts at the gateway, and on local MCP servers. `status` is for both. */
export const hostedActions = ['connect', 'reconnect', 'rename'] as const;
export const mcpActions = ['install', 'enable', 'authorize'] as const;
export type HostedAction = (typeof hostedActions)[number];
export type McpAction = (typeof mcpActions)[number];
export type ConnectionAction = 'status' | HostedAction | McpAction;

/** The tool that shows and starts connections. It is always shown and never found by search. */
export const connectionsTool = {
  name: 'manage_connections',
  description:
    'See which remote apps (connectors) exist and whether an account is linked, and link accounts. ' +
    'action "status" (default) lists them; "connect" links an account of each named connector; "reconnect" renews a sign-in; ' +
    '"rename" gives a linked account another name (to). "install", "enable" and "authorize" are for local MCP servers, named with mcp: true. ' +
    'An account is never unlinked here: the user does that.',
  inputSchema: {
    type: 'object',
    properties: {
      action: { type: 'string', enum: ['status', ...hostedActions, ...mcpActions], default: 'status' },
      connectors: {
        description: 'Connectors to act on: slugs such as "gmail", or objects.',
        type: 'array',
        maxItems: 50,
        items: {
          anyOf: [
            { type: 'string', minLength: 1 },
            {
              type: 'object',
              properties: {
                name: { type: 'string', minLength: 1, description: 'Slug of the connector or name of the MCP server.' },
                mcp: { type: 'boolean', description: 'A local MCP server, not a connector.' },
                alias: { type: 'string', description: 'Which of several accounts; for connect, the name of the new one.' },
                to: { type: 'string', description: 'The new name, for rename.' },
              },
              required: ['name'],
            },
          ],
        },
      },
      force: { type: 'boolean', description: 'Start a connection although an account is linked already.' },
    },
  },
  annotations: { destructiveHint: false, openWorldHint: true },
  exposure: 'direct-only',
} as const satisfies ToolDefinition;
