import { ToolrackError } from '@toolrack/contracts';
import { refusesCall, type CallFailure } from '../call-failure.js';
import type { SecretMask } from '@toolrack/contracts';
import { httpStatus } from '../server-failure.js';
import type { ServerDefinition } from '../server-options.js';
import { authorizationErrorIn } from './authorization-error.js';
import { missingScope, signInHint } from './describe-refusal.js';

/**
 * What a failed call means when it has to do with the sign-in; `undefined` when it has not. Such a call was refused before it ran. A lack
 * of scope concerns the one tool, so the connection stays.
 */
export function describeCallRefusal(
  error: unknown,
  definition: ServerDefinition,
  tool: { readonly id: string; readonly name: string },
  mask: SecretMask,
): CallFailure | undefined {
  const unavailable = (what: string, kind: CallFailure['kind'], hint: string, fields: object = {}): CallFailure => ({
    kind,
    error: new ToolrackError('ERR_TOOL_UNAVAILABLE', mask.apply(`MCP server "${definition.name}" ${what} (tool "${tool.name}").`), {
      toolId: tool.id,
      fields: { server: definition.name, ...fields },
      hint: `The call was not run. ${hint}`,
      modelText: `The server "${definition.name}" ${kind === 'down' && authorizationErrorIn(error) ? 'is not available' : what}.`,
    }),
  });
  const own = authorizationErrorIn(error);
  if (own !== undefined) return unavailable(`cannot be signed in at: ${own.message}`, 'down', 'Try later or use another tool.');
  const lacking = missingScope(error);
  if (lacking !== undefined) {
    const { scopes } = lacking;
    const what = `wants more rights for this tool${scopes === undefined ? '' : ` (${scopes})`}`;
    const hint = signInHint(definition, scopes) ?? 'Its operator has to set credentials with more rights.';
    return unavailable(what, 'final', hint, scopes === undefined ? {} : { scopes });
  }
  const status = httpStatus(error);
  const hint = status === 401 || status === 403 ? signInHint(definition) : undefined;
  if (hint === undefined) return undefined;
  return status === 401 ? unavailable('wants a sign-in', 'down', hint) : unavailable(refusesCall, 'final', hint);
}
