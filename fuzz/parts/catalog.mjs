import { definePlugin, ToolSources } from '@toolrack/contracts';

/** Stand in definitions and results of denied tools, and in nothing that a model may see. */
export const deniedText = 'canary-denied-3b9d';
/** Stands under a secret key of a call's arguments, and in no line for operators. */
export const secret = 'canary-secret-5f0c81';

const text = (description) => ({ type: 'string', description });
const tool = (name, description, properties, required = []) => ({
  name,
  description,
  inputSchema: { type: 'object', properties, required },
});

const github = [
  tool('create_issue', 'Create an issue in a repository.', { repo: text('owner/name'), title: text('Title'), body: text('Body') }, [
    'repo',
    'title',
  ]),
  tool('list_issues', 'List issues of a repository.', {
    repo: text('owner/name'),
    state: { enum: ['open', 'closed'] },
    limit: { type: 'integer', minimum: 1, maximum: 100 },
    labels: { type: 'array', items: { type: 'string' } },
  }),
  tool('echo', 'Answer with the arguments.', { value: {}, password: { type: 'string' } }),
];
const files = [
  tool('read_file', 'Read a file from the disk.', { path: text('Path'), lines: { type: ['integer', 'null'] } }, ['path']),
  tool('move', 'Move or rename.', { moves: { type: 'array', items: { type: 'object', properties: { from: text(''), to: text('') } } } }),
  tool('fail', 'Always fails.', { password: { type: 'string' } }),
];
const denied = [
  tool('read_vault_secret', `Read a secret of the vault. ${deniedText}`, { path: text(deniedText) }, ['path']),
  tool('create_issue', `Create an issue in the vault. ${deniedText}`, { title: text(deniedText) }),
];
const deniedHere = [tool('delete_repository', `Delete a repository of an owner for ever. ${deniedText}`, { repo: text(deniedText) })];

const document = (owner, { name, description, inputSchema }) => ({
  id: `mcp:${owner}:${name}`,
  name,
  description,
  inputSchema,
  source: { kind: 'mcp', owner },
  trust: 'trusted',
});
/** The catalog as a ranker gets it. */
export const documents = [...github.map((each) => document('github', each)), ...files.map((each) => document('files', each))];

/** Denies the vault as a whole and one tool of a source of which the rest is allowed. */
export const policy = { rules: [{ deny: 'mcp:vault:*' }, { deny: '*:delete_repository' }] };

const source = (owner, trust, tools) => ({
  kind: 'mcp',
  owner,
  trust,
  list: async () => ({ tools }),
  call: async ({ name, arguments: given }) => {
    if (name === 'fail') throw new Error(`cannot use ${JSON.stringify(given)}`);
    const answer = [...denied, ...deniedHere].some((each) => each.name === name && tools.includes(each))
      ? deniedText
      : JSON.stringify(given);
    return { content: [{ type: 'text', text: answer.slice(0, 10_000) }] };
  },
});

/** The sources; without the denied tools they are what a scope may see of them. */
export const sources = (hasDenied) =>
  definePlugin({
    name: '@toolrack/fuzz-sources',
    version: '0.0.0',
    api: '^1',
    apply: (host) => {
      host.contribute(ToolSources, source('github', 'trusted', [...github, ...(hasDenied ? deniedHere : [])]));
      host.contribute(ToolSources, source('files', 'untrusted', files));
      if (hasDenied) host.contribute(ToolSources, source('vault', 'trusted', denied));
    },
  })();
