import {
  scopeKeys,
  ToolrackError,
  type HostCapabilities,
  type RunContext,
  type RunRequest,
  type Scope,
} from '@toolrack/contracts';

const hostDefaults: Required<HostCapabilities> = Object.freeze({
  deferredDispatch: true,
  nativeToolSearch: false,
  codeMode: false,
});
const knownKeys = new Set<string>([
  ...scopeKeys,
  'contextWindow',
  'model',
  'directNames',
  'allow',
  'client',
  'host',
  'signal',
]);

function fault(field: string, wanted: string): ToolrackError {
  return new ToolrackError('ERR_RUN_REQUEST', `Field ${field} of the run request must be ${wanted}.`, {
    fields: { field },
  });
}

/** Checks a request and freezes it into the context of a run. Throws `ERR_RUN_REQUEST` that names the field. */
export function createRunContext(runId: string, request: RunRequest, signal: AbortSignal): RunContext {
  if (!isRecord(request)) throw new ToolrackError('ERR_RUN_REQUEST', 'The run request must be an object.');
  for (const key of Object.keys(request)) {
    if (!knownKeys.has(key))
      throw new ToolrackError(
        'ERR_RUN_REQUEST',
        `Field ${key} of the run request is unknown. Known are: ${[...knownKeys].join(', ')}.`,
        { fields: { field: key } },
      );
  }
  const scope: Record<string, string> = {};
  for (const key of scopeKeys) {
    const value = request[key];
    if (value === undefined) continue;
    if (typeof value !== 'string' || value === '') throw fault(key, 'a non-empty string');
    scope[key] = value;
  }
  const { contextWindow, model, client } = request;
  if (contextWindow !== undefined && !(Number.isFinite(contextWindow) && contextWindow > 0))
    throw fault('contextWindow', 'a positive number of tokens');
  if (model !== undefined && !(isRecord(model) && typeof model.provider === 'string' && typeof model.id === 'string'))
    throw fault('model', 'an object with provider and id');
  checkStrings('directNames', request.directNames);
  checkStrings('allow', request.allow);
  if (client !== undefined && !(Array.isArray(client.tools) && typeof client.call === 'function'))
    throw fault('client', 'an object with tools and call');
  if (request.host !== undefined && !isRecord(request.host)) throw fault('host', 'an object');
  return Object.freeze({
    runId,
    scope: Object.freeze(scope as Scope),
    ...(contextWindow === undefined ? {} : { contextWindow }),
    ...(model === undefined ? {} : { model: Object.freeze({ ...model }) }),
    directNames: Object.freeze([...(request.directNames ?? [])]),
    ...(client === undefined ? {} : { client }),
    host: Object.freeze({ ...hostDefaults, ...request.host }),
    signal,
  });
}

/** A plain object; unlike `isJsonObject` it narrows nothing away. */
function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function checkStrings(field: string, value: unknown): void {
  if (value !== undefined && !(Array.isArray(value) && value.every((item) => typeof item === 'string')))
    throw fault(field, 'an array of strings');
}
