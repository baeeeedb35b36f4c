import { ToolrackError } from '@toolrack/contracts';
import { CommanderError } from 'commander';

import { UsageError } from './usage-error.js';

/** How a failed command ends. */
export interface FailureReport {
  /** 1: the operation failed; 2: the configuration or the command line is wrong. */
  readonly exitCode: 1 | 2;
  /** What a person is told; `""` when commander has said it already. */
  readonly text: string;
  /** What a program is told under `--json`: a code of the error reference, `ERR_USAGE` for the command line or `ERR_FAULT`. */
  readonly json: { readonly error: { readonly code: string; readonly message: string; readonly hint?: string } };
}

/** Everything that goes wrong while a configuration is loaded and booted is something to correct in it. */
const configurationCodes = /^ERR_(?:CONFIG|PLUGIN|SERVICE|POLICY)_|^ERR_SOURCE_CONFLICT$/u;

/** Puts an error into words; a stack is shown only when asked for. */
export function reportError(error: unknown, withStack: boolean): FailureReport {
  if (error instanceof CommanderError) {
    return { exitCode: 2, text: '', json: { error: { code: 'ERR_USAGE', message: error.message.replace(/^error: /u, '') } } };
  }
  const stack = withStack && error instanceof Error ? `\n${stackOf(error)}` : '';
  if (error instanceof UsageError) {
    return { exitCode: 2, text: `toolrack: ${error.message}${stack}`, json: { error: { code: 'ERR_USAGE', message: error.message } } };
  }
  if (ToolrackError.is(error)) {
    const { code, message, hint } = error;
    return {
      exitCode: configurationCodes.test(code) ? 2 : 1,
      text: `toolrack: ${message}${hint === undefined ? '' : `\n  ${hint}`}\n  [${code}]${stack}`,
      json: { error: { code, message, ...(hint === undefined ? {} : { hint }) } },
    };
  }
  const message = error instanceof Error ? error.message : String(error);
  const advice = 'This is a fault in Toolrack; --debug shows where.';
  return {
    exitCode: 1,
    text: `toolrack: ${message}${withStack ? '' : `\n  ${advice}`}${stack}`,
    json: { error: { code: 'ERR_FAULT', message, hint: advice } },
  };
}

function stackOf(error: Error): string {
  const cause = error.cause instanceof Error ? `\ncaused by ${stackOf(error.cause)}` : '';
  return `${error.stack ?? error.message}${cause}`;
}
