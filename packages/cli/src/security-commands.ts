import { scopeKeys, type Scope } from '@toolrack/contracts';

import type { DefineCommand } from './upkeep-commands.js';
import { UsageError } from './usage-error.js';

type Values = Readonly<Record<string, unknown>>;

/** The commands that say, pin and prove what may run: `policy`, `lock`, `audit`. */
export function defineSecurityCommands(define: DefineCommand, environment: Readonly<Record<string, string | undefined>>): void {
  define('policy <action> [file]', 'policy explain: which rule decides, and why; policy test FILE: a table of expectations', policy)
    .option('--tool <id>', 'explain: the tool')
    .option('--args <json>', 'explain: arguments of the call: JSON, @FILE, or - for standard input')
    .option('--offline', 'test: start no source; annotations and trust are what the table says');
  define(
    'approvals <action> [id]',
    'approvals list: remembered decisions; approvals revoke ID: forget one, those of a tool, or all',
    async (context, options, [action, id]) => {
      const { listApprovals, revokeApprovals } = await import('./commands/approvals.js');
      if (action === 'revoke') return revokeApprovals(context, id, options['all'] === true);
      if (action !== 'list') throw new UsageError(`there is no "approvals ${action}"; there are approvals list and approvals revoke`);
      if (id !== undefined) throw new UsageError(`approvals list takes no "${id}"`);
      return listApprovals(context);
    },
    false,
  ).option('--all', 'revoke: every remembered decision');
  define(
    'lock',
    'pin reviewed tool definitions in toolrack.lock.json; new and changed tools are quarantined until they are accepted',
    async (context, options) => {
      const { lock } = await import('./commands/lock.js');
      const accept = options['accept'] === true ? [] : (options['accept'] as readonly string[] | undefined);
      return lock(context, { check: options['check'] === true, accept });
    },
    false,
  )
    .option('--check', 'write nothing; exit code 1 when a tool is not as reviewed')
    .option('--accept [ids...]', 'take over these differences (ids or patterns), or all of them');
  define(
    'audit <action> [files...]',
    'audit verify [FILE…]: whether audit logs are as they were written; names the first bad line',
    async (context, _options, [action, ...files]) => {
      if (action !== 'verify') throw new UsageError(`there is no "audit ${action}"; there is audit verify [FILE…]`);
      const { auditVerify } = await import('./commands/audit-verify.js');
      return auditVerify(context, { files, environment });
    },
    false,
  );
}

const policy: Parameters<DefineCommand>[2] = async (context, options, [action, file]) => {
  if (action === 'explain') {
    const tool = text(options, 'tool');
    if (tool === undefined) throw new UsageError('policy explain needs --tool ID, for example --tool mcp:github:delete_repo');
    if (file !== undefined) throw new UsageError(`policy explain takes no "${file}"; the tool is given with --tool`);
    const { policyExplain } = await import('./commands/policy-explain.js');
    return policyExplain(context, { scope: scopeOf(options), tool, args: text(options, 'args') });
  }
  if (action === 'test') {
    if (file === undefined)
      throw new UsageError('policy test needs a FILE with an array of { "tool", "expect", "agent"?, "arguments"?, … }');
    const { policyTest } = await import('./commands/policy-test.js');
    return policyTest(context, { file, offline: options['offline'] === true });
  }
  throw new UsageError(`there is no "policy ${action}"; there are policy explain and policy test FILE`);
};

function text(options: Values, key: string): string | undefined {
  return options[key] as string | undefined;
}

function scopeOf(options: Values): Scope {
  return Object.fromEntries(scopeKeys.flatMap((key) => (options[key] === undefined ? [] : [[key, options[key]]])));
}
