import { scopeKeys, type Scope } from '@toolrack/contracts';

import type { DefineCommand } from './upkeep-commands.js';
import { UsageError } from './usage-error.js';

type Values = Readonly<Record<string, unknown>>;

/** The commands that say, pin and prove what may run: `policy`, `lock`, `audit`. */
export function defineSecurityCommands(define: DefineCommand): void {
  define('policy <action> [file]', 'policy explain: which rule decides, and why; policy test FILE: a table of expectations', policy)
    .option('--tool <id>', 'explain: the tool')
    .option('--args <json>', 'explain: arguments of the call: JSON, @FILE, or - for standard input')
    .option('--offline', 'test: start no source; annotations and trust are what the table says');
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
