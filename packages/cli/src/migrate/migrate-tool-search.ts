import { isJsonObject, type JsonValue } from '@toolrack/contracts';

/** One change to a `toolSearch` block; an absent value means that the key is (or was) not there. */
export interface BlockChange {
  readonly key: string;
  readonly before?: JsonValue;
  readonly after?: JsonValue;
  /** Why, for the person who reads it. */
  readonly reason: string;
}

/** A migrated block. */
export interface MigratedBlock {
  readonly value: JsonValue;
  /** Empty when there was nothing to do. */
  readonly changes: readonly BlockChange[];
}

/**
 * Migrates OpenClaw's `toolSearch` block from its retired code mode: mode `code` becomes `tools`, `codeTimeoutMs` goes whatever its
 * value. A block that was on because of that key alone gets `enabled: true`, so that it stays on. Everything else is kept. The input
 * is not changed; migrating twice is migrating once. Rules: OpenClaw's behaviour specification, section 26b.
 */
export function migrateToolSearch(block: JsonValue): MigratedBlock {
  if (!isJsonObject(block)) return { value: block, changes: [] };
  const changes: BlockChange[] = [];
  const value: Record<string, JsonValue | undefined> = { ...block };
  if (block['mode'] === 'code') {
    value['mode'] = 'tools';
    changes.push({ key: 'mode', before: 'code', after: 'tools', reason: 'the code mode is retired; tools is the structured search' });
  }
  if (Object.hasOwn(block, 'codeTimeoutMs')) {
    delete value['codeTimeoutMs'];
    changes.push({ key: 'codeTimeoutMs', before: block['codeTimeoutMs'] ?? null, reason: 'only the retired code mode read it' });
    const isBare = Object.keys(value).every((key) => key === 'enabled');
    if (isBare && typeof value['enabled'] !== 'boolean') {
      const before = value['enabled'];
      value['enabled'] = true;
      const reason = 'the removed key had kept tool search on';
      changes.push({ key: 'enabled', ...(before === undefined ? {} : { before }), after: true, reason });
    }
  }
  return { value: value, changes };
}
