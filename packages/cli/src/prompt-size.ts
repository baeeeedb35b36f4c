import type { Run } from '@toolrack/contracts';

/** How much of a model's context a run takes, in UTF-8 bytes of compact JSON. */
export interface PromptSize {
  /** The text for the prompt and the tools that are shown. */
  readonly shownBytes: number;
  /** Name, description and input schema of every visible tool, as they would be shown without a search. */
  readonly allBytes: number;
  /** What is saved; 0 when nothing is. */
  readonly savedBytes: number;
}

/** Measures a run. */
export function promptSize(run: Run): PromptSize {
  const bytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value), 'utf8');
  const shownBytes = Buffer.byteLength(run.prompt, 'utf8') + bytes(run.tools);
  const allBytes = bytes(
    run.entries.map(({ tool, callName }) => ({
      name: callName,
      description: tool.description,
      inputSchema: tool.inputSchema,
    })),
  );
  return { shownBytes, allBytes, savedBytes: Math.max(0, allBytes - shownBytes) };
}
