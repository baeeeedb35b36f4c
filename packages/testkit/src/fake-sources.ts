import {
  type ToolDefinition,
  type ToolResult,
  type ToolSource,
  type ToolSourceCall,
  ToolrackError,
  type Trust,
  textContent,
} from '@toolrack/contracts';
import { checkKeys } from './options.js';

/** What every fake source accepts. */
export interface FakeSourceOptions {
  readonly kind?: string;
  readonly owner?: string;
  readonly trust?: Trust;
  readonly tools?: readonly ToolDefinition[];
  /** Answers a call; default: the arguments as text. */
  readonly answer?: (call: ToolSourceCall) => ToolResult | Promise<ToolResult>;
}

/** A source that remembers what was asked of it. */
export interface FakeSource extends ToolSource {
  readonly calls: readonly ToolSourceCall[];
  readonly lists: number;
  readonly disposals: number;
  /** Replaces the list and tells listeners. */
  change(tools: readonly ToolDefinition[]): void;
}

const keys = ['kind', 'owner', 'trust', 'tools', 'answer'] as const;

/** Checks option keys for the fakes built on this one. */
export function checkFakeOptions(where: string, options: object, extra: readonly string[] = []): void {
  checkKeys(where, options, { required: [], optional: [...keys, ...extra] });
}

/** The error of a call that was cancelled. */
export function interrupted(toolId?: string): ToolrackError {
  return new ToolrackError('ERR_CALL_INTERRUPTED', 'The call was cancelled.', toolId === undefined ? {} : { toolId });
}

/** A well-behaved source in memory. */
export function fakeSource(options: FakeSourceOptions = {}): FakeSource {
  checkFakeOptions('The options of fakeSource', options);
  let tools = options.tools ?? [{ name: 'echo', description: 'Answers with its arguments.' }];
  const calls: ToolSourceCall[] = [];
  const listeners = new Set<() => void>();
  let lists = 0;
  let disposals = 0;
  return {
    kind: options.kind ?? 'fake',
    owner: options.owner ?? 'memory',
    ...(options.trust === undefined ? {} : { trust: options.trust }),
    list: async ({ signal }) => {
      lists += 1;
      signal.throwIfAborted();
      return { tools };
    },
    call: async (call) => {
      if (call.signal.aborted) throw interrupted(call.tool.id);
      calls.push(call);
      const result = await (options.answer?.(call) ?? { content: textContent(JSON.stringify(call.arguments)) });
      if (call.signal.aborted) throw interrupted(call.tool.id);
      return result;
    },
    onChange: (listener) => {
      const entry = (): void => {
        listener();
      };
      listeners.add(entry);
      return () => void listeners.delete(entry);
    },
    dispose: () => {
      disposals += 1;
      listeners.clear();
    },
    change: (next) => {
      tools = next;
      for (const listener of [...listeners]) listener();
    },
    calls,
    get lists() {
      return lists;
    },
    get disposals() {
      return disposals;
    },
  };
}
