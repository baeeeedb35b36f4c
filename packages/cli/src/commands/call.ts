import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';

import { errorAnswer, ToolrackError, type JsonValue, type Scope, type ToolResult } from '@toolrack/contracts';

import type { CommandContext } from '../command-context.js';
import { UsageError } from '../usage-error.js';
import { contentText } from '../terminal/content-text.js';
import { withRun } from '../with-run.js';
import { findTool } from './find-tool.js';

/** What `call` takes besides the tool. */
export interface CallOptions {
  readonly scope: Scope;
  /** JSON, `@FILE` or `-`; `{}` when absent. */
  readonly args: string | undefined;
}

/** `toolrack call ID --args JSON`: one call through the whole pipeline. The exit code is 1 when the tool fails. */
export async function call(context: CommandContext, id: string, options: CallOptions): Promise<number> {
  const given = await readArguments(options.args);
  const { approvalTerminal } = await import('@toolrack/approval-terminal');
  const plugins = [approvalTerminal()];
  return withRun(context, { scope: options.scope, plugins, toolId: id }, async ({ run }) => {
    const { tool } = findTool(run, id);
    const onProgress = ({ message, progress, total }: { message?: string; progress: number; total?: number }): void =>
      context.terminal.progress(message ?? `${progress}${total === undefined ? '' : ` of ${total}`}`);
    let result: ToolResult;
    try {
      result = await run.callTool(tool.id, { arguments: given, signal: context.signal, onProgress });
    } catch (error) {
      if (!ToolrackError.is(error) || !context.isJson) throw error;
      result = errorAnswer(error);
    } finally {
      context.terminal.progress('');
    }
    const { content, details, isError = false } = result;
    if (context.isJson) context.terminal.printJson({ content, details, isError });
    else context.terminal.print(contentText(content));
    return isError ? 1 : 0;
  });
}

/** The arguments that `--args` gives: JSON, `@FILE` or `-` for standard input; `{}` when absent. */
export async function readArguments(given: string | undefined): Promise<JsonValue> {
  if (given === undefined) return {};
  const json = await readSource(given);
  try {
    return JSON.parse(json) as JsonValue;
  } catch (error) {
    const example = `--args '{"message":"hi"}'`;
    throw new UsageError(`--args is not valid JSON: ${(error as Error).message}. Write it in single quotes: ${example}`);
  }
}

async function readSource(given: string): Promise<string> {
  if (given === '-') return text(process.stdin);
  if (!given.startsWith('@')) return given;
  try {
    return readFileSync(given.slice(1), 'utf8');
  } catch (error) {
    throw new UsageError(`--args: cannot read the file: ${(error as Error).message}`);
  }
}
