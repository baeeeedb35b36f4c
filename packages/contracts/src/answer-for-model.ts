import { errorAnswer, reasonOf, ToolrackError, withErrorDetails } from './errors.js';
import { isJsonObject } from './json.js';
import { contentForModel, jsonForModel, schemaForModel } from './json-for-model.js';
import type { CallAnswer } from './result.js';
import type { Surface, SurfaceView } from './surface.js';
import type { ModelTool } from './tool.js';
import { textForModel } from './visible-text.js';

/**
 * An answer as a model may read it, whatever wrote the texts in it: its content and the words of its error are cleaned, and a failure has
 * `details.error`. Other details are values for the host's program and stay; who shows them to a model cleans them with `jsonForModel`. Never
 * throws: an answer that cannot be read is a failed one.
 */
export function answerForModel(given: CallAnswer): CallAnswer {
  try {
    const answer = withErrorDetails(given);
    const content = contentForModel(answer.content);
    const details = withCleanError(answer.details);
    return content === answer.content && details === answer.details ? answer : { ...answer, content, details };
  } catch (error) {
    const modelText = 'The call failed because of a fault in the tool runtime.';
    return errorAnswer(
      new ToolrackError('ERR_SERVICE_FAILED', `The answer cannot be read: ${reasonOf(error)}`, { modelText, cause: error }),
    );
  }
}

function withCleanError(details: unknown): unknown {
  if (!isJsonObject(details) || !isJsonObject(details['error'])) return details;
  const { toolId, ...words } = details['error'];
  const clean = jsonForModel(words);
  // The id is for programs, which look it up.
  return Object.keys(words).every((key) => clean[key] === words[key])
    ? details
    : { ...details, error: { ...clean, ...(toolId === undefined ? {} : { toolId }) } };
}

/** A tool as a model may be shown it: its description and everything in its schema are cleaned. */
export function toolForModel(tool: ModelTool): ModelTool {
  const description = textForModel(tool.description);
  const inputSchema = schemaForModel(tool.inputSchema);
  return description === tool.description && inputSchema === tool.inputSchema ? tool : { ...tool, description, inputSchema };
}

/** Everything that a surface shows a model before the first call, cleaned, frozen. Throws what the surface throws. */
export function shownToModel(surface: Surface, view: SurfaceView): { readonly tools: readonly ModelTool[]; readonly prompt: string } {
  return Object.freeze({ tools: Object.freeze(surface.tools(view).map(toolForModel)), prompt: textForModel(surface.prompt(view)) });
}
