import type { RankAnswer, RankDocument } from '@toolrack/contracts';
import { LexicalRanker } from '../lexical-ranker.js';
import { mergeSettings } from '../options.js';

const tool = (name: string, description: string): RankDocument => ({
  id: `mcp:a:${name}`,
  name,
  description,
  source: { kind: 'mcp', owner: 'a' },
  trust: 'trusted',
});
const index = new LexicalRanker().index([
  tool('get_directions', 'Get directions from one place to another.'),
  tool('create_note', 'Create a note.'),
  tool('import_csv', 'Import rows of a CSV file.'),
  tool('bulk_import', 'Import many records at once.'),
  tool('list_customers', 'List the customers.'),
  tool('interest_rate', 'The interest rate of a loan.'),
  tool('add_friend', 'Add a friend to the list.'),
  tool('list_mentions', 'List the mentions of a name.'),
  tool('list_relations', 'List the relations of a record.'),
  tool('sort_rows', 'Sort the rows of a table.'),
  tool('set_preferences', 'Set the preferences of a user.'),
  tool('check_requirements', 'Check the requirements of a package.'),
  tool('base64_encode', 'Encode bytes as text.'),
  tool('help', 'What this server can do.'),
  tool('send_mail', 'Send a mail.'),
]);
const ask = (text: string): RankAnswer => index.search({ text, limit: 5 });
const firstOf = ({ hits }: RankAnswer): string | undefined => hits[0]?.id.slice('mcp:a:'.length);

describe('a word that is like a filler word', () => {
  it.each([
    ['directions', 'get_directions'],
    ['get directions', 'get_directions'],
    ['notes', 'create_note'],
    ['take a note', 'create_note'],
    ['interest', 'interest_rate'],
    ['friends', 'add_friend'],
    ['mentions', 'list_mentions'],
    ['relations', 'list_relations'],
    ['preferences', 'set_preferences'],
    ['requirements', 'check_requirements'],
    ['sort', 'sort_rows'],
  ])('is told from it: %s', (text, name) => {
    const answer = ask(text);
    expect(firstOf(answer)).toBe(name);
    expect(answer.weak).toBe(false);
  });

  it('counts as a verb of its own', () => {
    const { hits, confidence } = ask('import customers');
    expect(hits.map(({ id }) => id)).toEqual(expect.arrayContaining(['mcp:a:import_csv', 'mcp:a:bulk_import', 'mcp:a:list_customers']));
    expect(ask('import').hits).toHaveLength(2);
    expect(confidence).toBeLessThan(0.9);
  });
});

describe('a query of soft words alone', () => {
  it('finds the tool that is named by one', () => {
    expect(firstOf(ask('the help'))).toBe('help');
  });

  it('is weak when no tool is named by one', () => {
    expect(ask('what is this').weak).toBe(true);
  });
});

describe('a word and a number', () => {
  it.each(['base64', 'base 64', 'base-64', 'encode base 64'])('are one word: %s', (text) => {
    const answer = ask(text);
    expect(firstOf(answer)).toBe('base64_encode');
    expect(answer).toMatchObject({ unmatched: [], weak: false });
  });
});

describe('everyday words', () => {
  const office = new LexicalRanker().index([
    tool('create_task', 'Create a task in a list.'),
    tool('complete_task', 'Complete a task.'),
    tool('create_coupon', 'Create a coupon for a product.'),
    tool('create_invoice', 'Create an invoice.'),
    tool('list_customers', 'List the customers.'),
    tool('add_user', 'Add a user to a group.'),
    tool('add_label', 'Add a label.'),
    tool('add_comment', 'Add a comment.'),
    tool('create_customer', 'Create a customer.'),
    tool('delete_customer', 'Delete a customer.'),
    tool('get_vm', 'Get a virtual machine.'),
    tool('rollback_release', 'Go back to the release before.'),
    tool('get_disk_usage', 'Usage of the disk.'),
    tool('list_holdings', 'List the holdings of the account.'),
  ]);

  it.each([
    ['add a todo', 'create_task'],
    ['create a discount code', 'create_coupon'],
    ['bill the client', 'create_invoice'],
    ['revert the deployment', 'rollback_release'],
    ['storage utilization', 'get_disk_usage'],
    ['my portfolio', 'list_holdings'],
  ])('stand for one another: %s', (text, name) => {
    expect(firstOf(office.search({ text, limit: 5 }))).toBe(name);
  });
});

describe('an empty answer', () => {
  const keep = new LexicalRanker(mergeSettings({ emptyBelow: 0 }));
  const documents = [
    'merge_pull_request',
    'list_pull_requests',
    'get_logs',
    'create_ticket',
    'close_ticket',
    'list_pods',
    'send_mail',
    'add_user',
  ].map((name) => tool(name, `${name.replaceAll('_', ' ')}.`));

  it('is given to an order of which the object is unknown', () => {
    for (const text of ['list airtable bases', 'list redis keys']) {
      expect(new LexicalRanker().index(documents).search({ text, limit: 5 })).toMatchObject({ hits: [], weak: true });
      expect(keep.index(documents).search({ text, limit: 5 }).hits.length).toBeGreaterThan(0);
    }
  });

  it.each(['pul request', 'Urlaub request', 'tickets überfällig'])('is not given to %s', (text) => {
    expect(new LexicalRanker().index(documents).search({ text, limit: 5 }).hits.length).toBeGreaterThan(0);
  });
});
