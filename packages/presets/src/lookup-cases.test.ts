import type { JsonObject } from '@toolrack/contracts';

import { caseRun, presets, textOf, type CaseTool } from '../test/case-runtime.js';

const text = { type: 'string' };
const tool = (server: string, name: string, description: string, properties: JsonObject = {}, required: string[] = []): CaseTool => ({
  name,
  description,
  server,
  inputSchema: { type: 'object', properties, ...(required.length === 0 ? {} : { required }) },
});
const repository = { owner: text, repo: text };
const tools: readonly CaseTool[] = [
  tool('github', 'get_me', 'Details of the signed-in user.'),
  tool('github', 'list_dependabot_alerts', 'List Dependabot alerts of a repository.', repository, ['owner', 'repo']),
  tool('github', 'list_starred_repositories', 'List repositories the user starred.', { username: text }),
  tool('github', 'create_issue', 'Open an issue in a repository.', { ...repository, title: text }, ['owner', 'repo', 'title']),
  tool('github', 'list_pull_requests', 'List pull requests of a repository.', repository, ['owner', 'repo']),
  tool('github', 'rerun_failed_jobs', 'Run all failed jobs of a workflow run again.', { run_id: { type: 'integer' } }, ['run_id']),
  tool('cloudflare', 'get_accounts_storage_kv_namespaces', 'List the KV namespaces of an account.', { account_id: text }, ['account_id']),
  tool('cloudflare', 'get_accounts_workers_scripts', 'List Workers scripts.', { account_id: text }, ['account_id']),
];

describe.each(Object.keys(presets) as (keyof typeof presets)[])('a name that no tool has under %s()', (preset) => {
  const isHermes = preset === 'hermes';

  it.each([
    ['its words in another order [lookup-047]', 'dependabot_list_alerts', 'list_dependabot_alerts'],
    ['a shortened path [lookup-049]', 'get_kv_namespaces', 'get_accounts_storage_kv_namespaces'],
    ['a misspelling', 'create_isue', 'create_issue'],
    ['another case and other signs', 'Create-Issue', 'create_issue'],
  ])('runs nothing and names the near one: %s', async (_title, name, near) => {
    await using given = await caseRun(preset, tools);
    const callArguments = isHermes ? { calls: [{ name, arguments: {} }] } : { id: name, args: {} };
    for (const call of [
      { name: 'tool_call', arguments: callArguments },
      { name, arguments: {} },
    ]) {
      const answer = await given.run.call(call);
      expect([answer.isError, given.delivered]).toEqual([true, []]);
      expect(textOf(answer)).toContain(near);
    }
  });

  it('suggests nothing for what resembles nothing', async () => {
    await using given = await caseRun(preset, tools);
    const answer = await given.run.call({
      name: 'tool_call',
      arguments: isHermes ? { calls: [{ name: 'zzzzzz', arguments: {} }] } : { id: 'zzzzzz', args: {} },
    });
    for (const { name } of tools) expect(textOf(answer)).not.toContain(name);
  });
});
