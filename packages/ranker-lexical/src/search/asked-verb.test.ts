import type { RankDocument } from '@toolrack/contracts';
import { LexicalRanker } from '../lexical-ranker.js';

const tool = (name: string, description: string): RankDocument => ({
  id: `mcp:forge:${name}`,
  name,
  description,
  source: { kind: 'mcp', owner: 'forge' },
  trust: 'trusted',
  inputSchema: {
    type: 'object',
    properties: {
      owner: { type: 'string', description: 'Who it belongs to' },
      state: { type: 'string', enum: ['open', 'closed'], description: 'Whether it is open' },
    },
  },
});
const things = ['issue', 'pull_request', 'repository', 'webhook', 'deploy_key', 'milestone'];
const index = new LexicalRanker().index([
  ...things.flatMap((thing) => {
    const words = thing.replaceAll('_', ' ');
    return [
      tool(`create_${thing}`, `Create a new ${words}.`),
      tool(`delete_${thing}`, `Delete a ${words}.`),
      tool(`update_${thing}`, `Update a ${words}: its title, text or state.`),
      tool(`list_${thing}s`, `List the ${words}s of a repository.`),
      tool(`get_${thing}`, `Get one ${words}.`),
    ];
  }),
  tool('update_issue_state', 'Close an issue, or open it again.'),
  tool('add_issue_comment', 'Add a comment to an issue.'),
  tool('add_issue_label', 'Add a label to an issue.'),
  tool('remove_issue_label', 'Remove a label from an issue.'),
  tool('set_issue_fields', 'Set fields of an issue.'),
  tool('enable_webhook', 'Make a webhook active.'),
  tool('disable_webhook', 'Make a webhook inactive.'),
]);
const first = (text: string): string | undefined => index.search({ text, limit: 5 }).hits[0]?.id.slice('mcp:forge:'.length);

describe('the verb of a request', () => {
  it.each([
    ['open an issue', 'create_issue'],
    ['please open a new pull request', 'create_pull_request'],
    ['can you add a milestone', 'create_milestone'],
    ['make a new repository', 'create_repository'],
    ['remove a repo', 'delete_repository'],
    ['erase the milestone', 'delete_milestone'],
    ['I want to edit the milestone', 'update_milestone'],
    ['change a pull request', 'update_pull_request'],
    ['list open pull requests', 'list_pull_requests'],
    ['show all open issues', 'list_issues'],
  ])('is met by a tool that does it in another word: %s', (text, name) => {
    expect(first(text)).toBe(name);
  });

  it.each([
    ['set up a webhook', 'create_webhook'],
    ['get rid of the deploy key', 'delete_deploy_key'],
    ['throw away the milestone', 'delete_milestone'],
    ['turn on the webhook', 'enable_webhook'],
    ['turn the webhook off', 'disable_webhook'],
    ['look at the milestone', 'get_milestone'],
  ])('may have a particle: %s', (text, name) => {
    expect(first(text)).toBe(name);
  });
});
