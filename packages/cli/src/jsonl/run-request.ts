import { scopeKeys, type ClientBinding, type ClientTool, type JsonObject, type RunRequest } from '@toolrack/contracts';

import { didYouMean } from '../config/did-you-mean.js';
import { kinds, optional, protocolError } from './fields.js';

const runKeys = [...scopeKeys, 'contextWindow', 'model', 'clientTools', 'directNames', 'allow', 'host'];

/**
 * The `run` of a `start` request as the runtime takes it. Throws `ERR_PROTOCOL` for a field that is unknown or of another kind:
 * a mistyped `allow` must not give a run everything.
 */
export function toRunRequest(fields: JsonObject, call: ClientBinding['call']): RunRequest {
  const run = optional(fields, 'run', kinds.object) ?? {};
  for (const key of Object.keys(run)) {
    if (!runKeys.includes(key)) {
      throw protocolError(`"run.${key}" is unknown.${didYouMean(key, runKeys)} Fields of a run: ${runKeys.join(', ')}.`);
    }
  }
  const clientTools = optional(run, 'clientTools', kinds.list, 'run.') as readonly ClientTool[] | undefined;
  const request: Record<string, unknown> = {
    contextWindow: optional(run, 'contextWindow', kinds.positive, 'run.'),
    model: modelOf(run),
    directNames: optional(run, 'directNames', kinds.texts, 'run.'),
    allow: optional(run, 'allow', kinds.texts, 'run.'),
    host: optional(run, 'host', kinds.object, 'run.'),
    client: clientTools === undefined ? undefined : { tools: clientTools, call },
  };
  for (const key of scopeKeys) request[key] = optional(run, key, kinds.text, 'run.');
  return Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined));
}

function modelOf(run: JsonObject): JsonObject | undefined {
  const model = optional(run, 'model', kinds.object, 'run.');
  if (model === undefined) return undefined;
  for (const key of ['provider', 'id']) {
    if (optional(model, key, kinds.text, 'run.model.') === undefined) {
      throw protocolError(`"run.model.${key}" is missing; it must be a string.`);
    }
  }
  return model;
}
