import { isJsonObject, shownValue, type JsonObject, type ToolProblem } from '@toolrack/contracts';
import type { ContentOffers } from '../content/mcp-content.js';
import type { ToolList } from '../list-tools.js';
import { readTool } from '../tool-definition.js';

/** Version of the file format; files of another one are not read. */
const format = 1;

/** What is kept of a server between two starts of the program. */
export interface ListRecord {
  readonly list: ToolList;
  readonly offers: ContentOffers;
}

/** Keeps the lists of servers, each under the digest of its definition. Never fails a list. */
export interface KeptLists {
  /** What was kept under a digest; `undefined` when there is nothing that can be used. */
  load(digest: string, server: string): Promise<ListRecord | undefined>;
  /** Keeps a list. Returns at once. */
  save(digest: string, record: ListRecord): void;
  /** Waits for what is being kept. */
  settle(): Promise<void>;
}

/** The text of a file. */
export function writeRecord(digest: string, { list, offers }: ListRecord): string {
  const facts = Object.fromEntries([...list.facts].filter(([, fact]) => fact.taskSupport !== undefined));
  return `${JSON.stringify({ format, digest, offers, tools: list.tools, facts, problems: list.problems })}\n`;
}

/** Reads a file. Throws an `Error` whose message completes "it is ignored: …"; nothing in a file is believed. */
export function readRecord(text: string, digest: string): ListRecord {
  const value = parse(text);
  if (value['format'] !== format) throw new Error(`it has the format ${shownValue(value['format'] ?? null)}, not ${format}`);
  if (value['digest'] !== digest) throw new Error('it belongs to another server');
  const { tools, facts, problems, offers } = value;
  if (!Array.isArray(tools) || !isJsonObject(facts) || !Array.isArray(problems) || !isJsonObject(offers)) {
    throw new Error('a part of it is missing');
  }
  const read = (tools as readonly unknown[]).map((tool, index) => {
    const entry = readTool(tool, index);
    if (entry.kind !== 'tool') throw new Error(`tool ${index + 1} of it is broken`);
    return entry.tool;
  });
  return {
    list: {
      tools: read,
      facts: new Map(Object.entries(facts).flatMap(readFact)),
      problems: (problems as readonly unknown[]).filter(isProblem),
    },
    offers: {
      resources: offers['resources'] === true,
      prompts: offers['prompts'] === true,
      completions: offers['completions'] === true,
      subscriptions: offers['subscriptions'] === true,
    },
  };
}

function parse(text: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error('it is damaged');
  }
  if (!isJsonObject(value)) throw new Error('it is damaged');
  return value;
}

function readFact([name, fact]: [string, unknown]): readonly (readonly [string, { readonly taskSupport: string }])[] {
  const taskSupport = isJsonObject(fact) ? fact['taskSupport'] : undefined;
  return typeof taskSupport === 'string' ? [[name, { taskSupport }]] : [];
}

function isProblem(value: unknown): value is ToolProblem {
  return isJsonObject(value) && typeof value['tool'] === 'string' && typeof value['reason'] === 'string';
}
