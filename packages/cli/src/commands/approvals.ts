import { resolve } from 'node:path';

import type { DecisionStore } from '@toolrack/approval-memory';
import type { Scope } from '@toolrack/contracts';

import type { CommandContext } from '../command-context.js';
import { loadConfiguration } from '../config/load-configuration.js';
import { renderTable } from '../terminal/table.js';
import { UsageError } from '../usage-error.js';

const plugin = '@toolrack/approval-memory';

/** The decisions that the configuration's memory keeps in its file. Rejects when it keeps none. */
async function rememberedIn(context: CommandContext): Promise<{ readonly file: string; readonly store: DecisionStore }> {
  const configuration = await loadConfiguration({ file: context.configurationFile });
  const options = configuration.plugins.find((candidate) => candidate.name === plugin)?.options as
    { readonly file?: unknown; readonly baseDirectory?: unknown; readonly maxEntries?: unknown } | undefined;
  if (typeof options?.file !== 'string') {
    const entry = `["${plugin}", { "file": "approvals.json" }]`;
    throw new UsageError(`${configuration.file} keeps no approvals in a file. Add ${entry} to "plugins".`);
  }
  const { DecisionStore: Store } = await import('@toolrack/approval-memory');
  const file = resolve(typeof options.baseDirectory === 'string' ? options.baseDirectory : '.', options.file);
  const mostEntries = typeof options.maxEntries === 'number' ? options.maxEntries : 1000;
  return { file, store: new Store({ file, mostEntries, now: Date.now, logger: { warn: (line) => context.terminal.note(line) } }) };
}

const scopeText = (scope: Scope): string =>
  Object.entries(scope)
    .map(([key, value]) => `${key}=${value as string}`)
    .join(' ') || 'any';

/** `toolrack approvals list`: the remembered decisions that still hold. */
export async function listApprovals(context: CommandContext): Promise<number> {
  const { file, store } = await rememberedIn(context);
  const decisions = store.list();
  if (context.isJson) context.terminal.printJson({ file, decisions });
  else if (decisions.length === 0) context.terminal.note(`${file}: no decision is remembered.`);
  else {
    const rows = decisions.map((entry) => [
      entry.id,
      entry.decision,
      entry.toolId,
      entry.argumentsDigest === undefined ? 'any arguments' : 'one call',
      scopeText(entry.scope),
      entry.by ?? '',
      new Date(entry.until).toISOString(),
    ]);
    context.terminal.print(renderTable(['id', 'decision', 'tool', 'for', 'scope', 'by', 'until'], rows, context.terminal.width));
  }
  return 0;
}

/** `toolrack approvals revoke`: forgets one decision, those of one tool, or all; running processes ask again at once. */
export async function revokeApprovals(context: CommandContext, reference: string | undefined, all: boolean): Promise<number> {
  if ((reference === undefined) === !all) throw new UsageError('approvals revoke needs the ID of a decision or of a tool, or --all');
  const { file, store } = await rememberedIn(context);
  const revoked = store.revoke(({ id, toolId }) => all || id === reference || toolId === reference);
  if (context.isJson) context.terminal.printJson({ file, revoked });
  else context.terminal.note(`${revoked} ${revoked === 1 ? 'decision' : 'decisions'} revoked.`);
  return revoked > 0 || all ? 0 : 1;
}
