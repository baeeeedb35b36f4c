import { isJsonObject } from './json.js';
import { contentForModel, jsonForModel, schemaForModel } from './json-for-model.js';
import type { CallAnswer } from './result.js';
import type { ModelTool } from './tool.js';
import { textForModel } from './visible-text.js';

/**
 * An answer as a model may read it, whatever wrote the texts in it: its content and the words of its error are cleaned. Other details are values for
 * the host's program and stay; who shows them to a model cleans them with `jsonForModel`.
 */
export function answerForModel(answer: CallAnswer): CallAnswer {
  const content = contentForModel(answer.content);
  const details = withCleanError(answer.details);
  return content === answer.content && details === answer.details ? answer : { ...answer, content, details };
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
