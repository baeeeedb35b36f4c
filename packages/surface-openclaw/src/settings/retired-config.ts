import { isJsonObject, ToolrackError } from '@toolrack/contracts';

/**
 * Refuses a block that still uses OpenClaw's retired code mode, naming the key and the command that migrates it.
 * Throws `ERR_CONFIG_VALUE`.
 */
export function assertNotRetired(block: unknown): void {
  if (!isJsonObject(block)) return;
  const key = block['mode'] === 'code' ? 'mode: "code"' : 'codeTimeoutMs' in block ? 'codeTimeoutMs' : undefined;
  if (key === undefined) return;
  throw new ToolrackError('ERR_CONFIG_VALUE', `toolSearch.${key} is retired.`, {
    hint: 'Run "toolrack migrate openclaw FILE" to rewrite the configuration.',
    fields: { key: key === 'codeTimeoutMs' ? 'toolSearch.codeTimeoutMs' : 'toolSearch.mode' },
  });
}
