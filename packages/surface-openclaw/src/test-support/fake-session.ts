import {
  type SearchAnswer,
  type SearchRequest,
  type SurfaceSession,
  type ToolDescriptor,
  ToolrackError,
  type ToolResult,
} from '@toolrack/contracts';
import { FakeView, type FakeViewInput } from './fake-view.js';

/** A call that reached the pipeline. */
export interface RecordedCall {
  readonly id: string;
  readonly arguments: unknown;
  readonly callId: string | undefined;
}

/** What a fake session is made of. */
export interface FakeSessionInput extends FakeViewInput {
  /** Ranks tools for a query; default: those whose name or description holds the query, by id. */
  readonly rank?: (text: string, tools: readonly ToolDescriptor[]) => readonly ToolDescriptor[];
  /** Carries out a call; default: echoes the arguments as details. */
  readonly execute?: (call: RecordedCall, tool: ToolDescriptor) => ToolResult | Promise<ToolResult>;
  readonly answer?: Partial<SearchAnswer>;
}

function contains(text: string, tools: readonly ToolDescriptor[]): readonly ToolDescriptor[] {
  const needle = text.toLowerCase();
  return tools.filter((tool) => `${tool.name} ${tool.description}`.toLowerCase().includes(needle));
}

/** A control's session without a kernel; it records what it is asked for. */
export class FakeSession extends FakeView implements SurfaceSession {
  readonly callId = 'call-1';
  readonly signal: AbortSignal = new AbortController().signal;
  readonly searches: SearchRequest[] = [];
  readonly describes: string[] = [];
  readonly calls: RecordedCall[] = [];

  constructor(private readonly input: FakeSessionInput) {
    super(input);
  }

  async search(request: SearchRequest): Promise<SearchAnswer> {
    this.searches.push(request);
    const searchable = this.entries.filter((entry) => entry.searchable).map((entry) => entry.tool);
    const ranked = (this.input.rank ?? contains)(request.text, searchable).slice(0, request.limit);
    const hits = ranked.map((tool, index) => ({ tool, score: ranked.length - index }));
    const isEmpty = hits.length === 0;
    return { hits, unmatched: [], confidence: isEmpty ? 0 : 1, weak: isEmpty, ...this.input.answer };
  }

  describe(id: string): ToolDescriptor | undefined {
    this.describes.push(id);
    return this.find(id)?.tool;
  }

  async call(id: string, callArguments: unknown, options?: { readonly callId?: string }): Promise<ToolResult> {
    const entry = this.find(id);
    if (entry === undefined) throw new ToolrackError('ERR_TOOL_UNKNOWN', `Unknown tool ${id}.`);
    const call = { id, arguments: callArguments, callId: options?.callId };
    this.calls.push(call);
    if (this.input.execute !== undefined) return this.input.execute(call, entry.tool);
    return { content: [{ type: 'text', text: 'done' }], details: callArguments };
  }
}
