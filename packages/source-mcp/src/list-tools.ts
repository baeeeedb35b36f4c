import { canonicalText } from './canonical-text.js';
import type { Connection } from './connection.js';
import { paramHeaderFault } from './param-header-fault.js';
import { PhaseTimeoutError } from './server-failure.js';
import { readTool, type ToolFacts } from './tool-definition.js';
import { ProtocolError } from '@modelcontextprotocol/client';
import type { JsonObject, ToolDefinition, ToolProblem } from '@toolrack/contracts';

/** A server with more pages than this is not listed further: no real server has more than one page. */
const mostPages = 1_000;

/** Tools of one server, and problems that are told of: a server that goes on and on must not fill the memory. The largest real one has some thousands. */
const mostTools = 100_000;
const mostProblems = 1_000;

/** Longest name of a tool in a problem, in characters. */
const longestName = 128;

/** A server's whole list. */
export interface ToolList {
  readonly tools: readonly ToolDefinition[];
  readonly facts: ReadonlyMap<string, ToolFacts>;
  readonly problems: readonly ToolProblem[];
  /** How long the list is good for, in milliseconds, where the server says so. */
  readonly ttlMs?: number;
}

/**
 * Fetches every page of a server's tools within `timeoutMs` and reads each definition by itself. A cursor that comes back
 * ends the list with what was collected and a problem. Rejects when a page cannot be had: a part never passes for the whole.
 */
export async function listTools(connection: Connection, timeoutMs: number): Promise<ToolList> {
  const collector = new ToolCollector(connection.mirrorsParams);
  if (!connection.hasTools) return collector.list(undefined);
  const deadline = Date.now() + timeoutMs;
  const seen = new Set<string>();
  let cursor: string | undefined;
  let ttlMs: number | undefined;
  for (let page = 1; ; page += 1) {
    const result = await fetchPage(connection, cursor, deadline, timeoutMs);
    if (result === undefined) return collector.list(undefined);
    collector.add(result['tools']);
    if (typeof result['ttlMs'] === 'number') ttlMs = Math.min(ttlMs ?? Infinity, result['ttlMs']);
    const next = result['nextCursor'];
    if (typeof next !== 'string' || next === '') break;
    const end = seen.has(next)
      ? 'the list repeats a cursor; it is ended there'
      : page >= mostPages
        ? `the list has more than ${mostPages} pages`
        : undefined;
    if (end !== undefined) collector.complain('tools/list', end);
    if (end !== undefined || collector.isFull) break;
    seen.add(next);
    cursor = next;
  }
  return collector.list(ttlMs);
}

/** One page, or `undefined` from a server that has no tools at all. */
async function fetchPage(
  connection: Connection,
  cursor: string | undefined,
  deadline: number,
  timeoutMs: number,
): Promise<JsonObject | undefined> {
  const controller = new AbortController();
  const late = new PhaseTimeoutError('listed its tools', timeoutMs);
  const timer = setTimeout(() => controller.abort(late), Math.max(1, deadline - Date.now()));
  try {
    return await connection.request('tools/list', cursor === undefined ? undefined : { cursor }, {
      timeout: timeoutMs + 1_000,
      signal: controller.signal,
    });
  } catch (error) {
    if (controller.signal.aborted) throw late;
    if (cursor === undefined && error instanceof ProtocolError && error.code === -32601) return undefined;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

class ToolCollector {
  private readonly tools = new Map<string, ToolDefinition>();
  private readonly facts = new Map<string, ToolFacts>();
  private readonly problems: ToolProblem[] = [];
  private position = 0;
  private told = 0;

  /** `mirrorsParams`: arguments are repeated in headers, so tools whose headers cannot be made are left out. */
  constructor(private readonly mirrorsParams: boolean) {}

  add(entries: unknown): void {
    if (!Array.isArray(entries)) return this.complain('tools/list', 'the list of tools is not a list');
    for (const entry of entries as readonly unknown[]) {
      if (this.isFull) return;
      const read = readTool(entry, this.position);
      this.position += 1;
      if (read.kind === 'lost') this.complain(read.name, `${read.reason}, so it is left out`);
      if (read.kind !== 'tool') continue;
      const { name, inputSchema } = read.tool;
      const fault = this.mirrorsParams && inputSchema !== undefined ? paramHeaderFault(inputSchema) : undefined;
      if (fault !== undefined) {
        this.complain(name, `it is left out: ${fault}`);
        continue;
      }
      const earlier = this.tools.get(name);
      if (earlier === undefined) {
        this.tools.set(name, read.tool);
        if (this.isFull) this.complain('tools/list', `the list is ended after ${mostTools} tools`);
        this.facts.set(name, read.facts);
        for (const problem of read.problems) this.complain(name, problem);
      } else if (canonicalText(earlier) !== canonicalText(read.tool)) {
        this.complain(name, 'the name is listed twice with different definitions; the first is kept');
      }
    }
  }

  /** Nothing more is taken. */
  get isFull(): boolean {
    return this.tools.size >= mostTools;
  }

  complain(tool: string, reason: string): void {
    this.told += 1;
    if (this.told <= mostProblems) this.problems.push({ tool: tool.slice(0, longestName), reason });
  }

  list(ttlMs: number | undefined): ToolList {
    return {
      tools: [...this.tools.values()],
      facts: this.facts,
      problems: this.told > mostProblems ? [...this.problems, this.restOfProblems()] : this.problems,
      ...(ttlMs === undefined ? {} : { ttlMs }),
    };
  }

  private restOfProblems(): ToolProblem {
    return { tool: 'tools/list', reason: `there are ${this.told - mostProblems} more problems` };
  }
}
