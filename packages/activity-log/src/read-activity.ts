import { createReadStream, existsSync } from 'node:fs';
import { createInterface } from 'node:readline';

import { isJsonObject } from '@toolrack/contracts';

import type { ActivityRecord } from './activity-record.js';

/** Which records are wanted; an absent field does not matter. */
export interface ActivityFilter {
  /** A run's id, or its `scopeId` when several processes wrote the file. */
  readonly run?: string;
  readonly type?: ActivityRecord['type'];
  /** Id of a tool; keeps its calls and descriptions. */
  readonly toolId?: string;
  /** Not before, in milliseconds since the epoch. */
  readonly since?: number;
  /** Before, in milliseconds since the epoch. */
  readonly until?: number;
}

/** What was read. */
export interface ActivityReading {
  /** In the order in which they were written. */
  readonly records: readonly ActivityRecord[];
  /** Lines that are no records, for example one that was cut off by a crash. */
  readonly unreadable: number;
}

const types: ReadonlySet<string> = new Set(['run', 'search', 'describe', 'call', 'end', 'loss'] satisfies ActivityRecord['type'][]);

/** Reads a file of the activity log with the ones that were set aside, oldest first. Rejects when the file is missing or unreadable. */
export async function readActivity(file: string, filter: ActivityFilter = {}): Promise<ActivityReading> {
  const records: ActivityRecord[] = [];
  const seen = new Set<string>();
  let unreadable = 0;
  for (const path of [...setAside(file), file]) {
    for await (const line of createInterface({ input: createReadStream(path, 'utf8'), crlfDelay: Infinity })) {
      if (line.trim() === '') continue;
      const record = parseRecord(line);
      if (record === undefined) unreadable += 1;
      else if (matches(record, filter) && isFirst(record, seen)) records.push(record);
    }
  }
  return { records, unreadable };
}

/** `FILE.1` is the newest of them. */
function setAside(file: string): string[] {
  const files: string[] = [];
  for (let number = 1; existsSync(`${file}.${number}`); number += 1) files.unshift(`${file}.${number}`);
  return files;
}

function parseRecord(line: string): ActivityRecord | undefined {
  try {
    const value: unknown = JSON.parse(line);
    if (!isJsonObject(value) || typeof value['at'] !== 'number' || !types.has(value['type'] as string)) return undefined;
    if (value['type'] !== 'loss' && (typeof value['runId'] !== 'string' || typeof value['scopeId'] !== 'string')) return undefined;
    return value as unknown as ActivityRecord;
  } catch {
    return undefined;
  }
}

function matches(record: ActivityRecord, { run, type, toolId, since, until }: ActivityFilter): boolean {
  if (type !== undefined && record.type !== type) return false;
  if (since !== undefined && record.at < since) return false;
  if (until !== undefined && record.at >= until) return false;
  if (run !== undefined && (record.type === 'loss' || (record.runId !== run && record.scopeId !== run))) return false;
  return toolId === undefined || ('toolId' in record && record.toolId === toolId);
}

/** The same call twice, as after a copied file, counts once. */
function isFirst(record: ActivityRecord, seen: Set<string>): boolean {
  if (record.type !== 'call') return true;
  if (seen.has(record.idempotencyKey)) return false;
  seen.add(record.idempotencyKey);
  return true;
}
