import type { ToolDescriptor } from '@toolrack/contracts';
import { fixtureTool } from './fixture-tool.js';

const text = (description: string) => ({ type: 'string', description });

/** Small catalogs with names, for examples and exact expectations. */
export const fixtureCatalogs = Object.freeze({
  /** Nothing. */
  empty: [] as readonly ToolDescriptor[],
  /** One trusted tool. */
  single: Object.freeze([
    fixtureTool({
      id: 'openclaw:core:web_search',
      title: 'Web search',
      description: 'Search the web and return the best pages.',
      inputSchema: { type: 'object', properties: { query: text('What to search for') }, required: ['query'] },
    }),
  ]),
  /** Eight tools of four owners, trusted and untrusted, with two that share a name. */
  office: Object.freeze([
    fixtureTool({
      id: 'openclaw:calendar:create_event',
      title: 'Create event',
      description: 'Put a meeting into the calendar and invite people.',
      inputSchema: {
        type: 'object',
        properties: { title: text('Title of the meeting'), start: text('When it begins'), guests: { type: 'array' } },
        required: ['title', 'start'],
        additionalProperties: false,
      },
    }),
    fixtureTool({
      id: 'openclaw:calendar:list_events',
      title: 'List events',
      description: 'Show the meetings of a day or a week.',
      inputSchema: { type: 'object', properties: { day: text('Day to show') } },
    }),
    fixtureTool({
      id: 'openclaw:mail:send_message',
      title: 'Send mail',
      description: 'Send an email to one or more recipients.',
      inputSchema: {
        type: 'object',
        properties: { recipient: text('Address of the recipient'), body: text('Text of the mail') },
        required: ['recipient', 'body'],
      },
    }),
    fixtureTool({
      id: 'openclaw:mail:delete_message',
      description: 'Move an email to the bin.',
      execution: 'sequential',
      annotations: { destructiveHint: true },
      inputSchema: { type: 'object', properties: { messageId: text('Which email') }, required: ['messageId'] },
    }),
    fixtureTool({
      id: 'mcp:chat:send_message',
      title: 'Post to a channel',
      description: 'Send a message to a channel of the team chat.',
      inputSchema: { type: 'object', properties: { channel: text('Channel'), text: text('Message') } },
    }),
    fixtureTool({
      id: 'mcp:chat:list_channels',
      description: 'List the channels of the team chat.',
      annotations: { readOnlyHint: true },
    }),
    fixtureTool({
      id: 'mcp:tracker:create_issue',
      description: 'Open an issue in the tracker of a repository.',
      inputSchema: { type: 'object', properties: { repository: text('Repository'), title: text('Title') } },
    }),
    fixtureTool({ id: 'mcp:tracker:close_issue', description: 'Close an issue with a comment.' }),
  ]),
});
