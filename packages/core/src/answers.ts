import { errorAnswer, reasonOf, ToolrackError } from '@toolrack/contracts';
import type { CallAnswer, ErrorDetails, Surface } from '@toolrack/contracts';

const faultText = 'The call failed because of a fault in the tool runtime.';

/** The answer to a call that ended with an error; a stranger's words are for operators alone. */
export function failedAnswer(error: unknown): CallAnswer {
  if (ToolrackError.is(error)) return errorAnswer(error);
  return errorAnswer(new ToolrackError('ERR_CALL_FAILED', `The call failed: ${reasonOf(error)}`, { modelText: faultText, cause: error }));
}

/** Refuses what is no answer, so that a host never has to check. */
export function soundAnswer(answer: CallAnswer, surface: Surface): CallAnswer {
  if (Array.isArray(answer?.content) && typeof answer.isError === 'boolean') return answer;
  throw new ToolrackError('ERR_SERVICE_FAILED', `Surface ${surface.name} gave no answer.`, { modelText: faultText });
}

/** The words of an answer that says that there is no such tool. */
export function unknownIn(answer: CallAnswer): string | undefined {
  const error = answer.isError ? (answer.details as { readonly error?: ErrorDetails } | undefined)?.error : undefined;
  return error?.code === 'ERR_TOOL_UNKNOWN' ? error.message : undefined;
}
