import { extensionPoint, type JsonSchema, type RunContext, type SurfaceSession } from '@toolrack/contracts';
import { type ToolDescriptor, type ToolResult } from '@toolrack/contracts';

/** A result that is kept because not all of it can be shown. */
export interface KeptResult {
  /** Its whole text. */
  readonly text: string;
  /** What tells a model how to read on when the text up to `offset` (UTF-16 code units) is shown. */
  readOn(offset: number): string;
}

/** Keeps what cannot be shown whole, and knows the tool that reads on in it. */
export interface ResultKeeper {
  readonly reader: {
    readonly name: string;
    readonly description: string;
    readonly inputSchema: JsonSchema;
    /** Ids of the tool; a session reaches it under one of them, listed or not. */
    readonly ids: readonly string[];
  };
  /** `undefined` when it cannot be kept. */
  keep(result: ToolResult, tool: ToolDescriptor, run: RunContext): KeptResult | undefined;
}

/** Who keeps results, usually `@toolrack/result-store`, which contributes under this id. */
export const ResultKeepers = extensionPoint<ResultKeeper>('@toolrack/result-store.keepers');

/** The tool that reads on in kept results, as far as this run may call it. */
export async function findReader(session: SurfaceSession, keeper: ResultKeeper | undefined): Promise<ToolDescriptor | undefined> {
  for (const id of keeper?.reader.ids ?? []) {
    const tool = session.find(id)?.tool ?? (await session.resolve?.(id));
    if (tool !== undefined) return tool;
  }
  return undefined;
}

/** True for a reference that means the tool that reads on. */
export function meansReader(reference: string, keeper: ResultKeeper | undefined): boolean {
  return keeper !== undefined && (reference === keeper.reader.name || keeper.reader.ids.includes(reference));
}
