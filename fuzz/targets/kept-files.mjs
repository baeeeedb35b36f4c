import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { DecisionStore } from '@toolrack/approval-memory';
import { partsOf, verifyAudit } from '@toolrack/audit-log';
import { documentsDigest, ToolrackError } from '@toolrack/contracts';
import { parseLock, renderLock } from '@toolrack/policy-lock';
import { LexicalRanker } from '@toolrack/ranker-lexical';
import { packSections } from '../../packages/ranker-lexical/dist/persistence/binary-file.js';
import { readRecord } from '../../packages/source-mcp/dist/cache/list-record.js';

import { check, refusable } from '../loop/check.mjs';
import { documents } from '../parts/catalog.mjs';

export const words = ['"version":1', 'lockVersion', 'decisions', 'recovered', 'torn', 'sections'];

/** Files that Toolrack itself keeps: lock, saved index, remembered approvals, tool list of a server, audit log. A changed one is refused. */
export async function create() {
  const folder = process.env.TOOLRACK_FUZZ_FOLDER;
  const file = join(folder, 'kept');
  const ranker = new LexicalRanker();
  const digest = documentsDigest(documents);
  const saved = Buffer.from(ranker.index(documents).save(documents));
  const identity = JSON.parse(saved.subarray(16, 16 + saved.readUInt32LE(8)).toString()).identity;
  const load = async (bytes) => {
    const index = await refusable(() => ranker.load(bytes, digest), ToolrackError);
    if (index === undefined) return;
    const { hits } = index.search({ text: 'create an issue', limit: 5 });
    check(hits.length <= 5 && hits.every(({ id, score }) => typeof id === 'string' && Number.isFinite(score)), 'a hit of a loaded index');
  };
  /** The index with words of one section taken from the input, and a sound checksum. */
  const forge = (input) => {
    const { sections } = JSON.parse(saved.subarray(16, 16 + saved.readUInt32LE(8)).toString());
    let at = 16 + saved.readUInt32LE(8);
    const arrays = {};
    const values = {};
    for (const [index, { name, kind, bytes }] of sections.entries()) {
      at = (at + 7) & ~7;
      const part = Uint8Array.from(saved.subarray(at, at + bytes));
      at += bytes;
      if (index === input[0] % sections.length && input.length > 3) {
        if (kind === 'json') {
          try {
            values[name] = JSON.parse(input.subarray(1).toString());
          } catch {
            values[name] = input.toString();
          }
          continue;
        }
        const place = input.readUInt16LE(1) % (bytes + 1);
        part.set(input.subarray(3, 3 + Math.max(0, bytes - place)), place);
      }
      if (kind === 'json') values[name] = JSON.parse(Buffer.from(part).toString());
      else arrays[name] = kind === 'u8' ? part : new Uint32Array(part.buffer);
    }
    return packSections(identity, { arrays, values });
  };
  const run = async (input) => {
    const text = input.toString();
    const lock = await refusable(() => parseLock(text), ToolrackError);
    if (lock !== undefined)
      check(renderLock(parseLock(renderLock(lock))) === renderLock(lock), 'a lock that is not read as it was written');
    await load(input);
    await load(forge(input));
    await load(Buffer.concat([saved.subarray(0, input.length % saved.length), input]));
    try {
      readRecord(text, 'digest');
    } catch (error) {
      check(error.constructor === Error, `a tool list is refused with ${error.stack}`);
    }
    writeFileSync(file, input);
    const store = new DecisionStore({ file, mostEntries: 100, now: () => 1_000 });
    for (const decision of store.list()) check(decision.decision === 'allow' || decision.decision === 'deny', 'a remembered decision');
    for (const key of [undefined, 'key']) verifyAudit(partsOf(file), { key });
    writeFileSync(`${file}.head`, input);
    check(verifyAudit([file], { key: 'key' }).fault !== undefined, 'a log that nobody with the key wrote is taken for sound');
    rmSync(`${file}.head`);
  };
  return { run };
}
