import { issueText, ToolrackError } from '@toolrack/contracts';
import type { HostCapabilities, JsonObject, RunContext, RunRequest, SchemaValidator, Scope } from '@toolrack/contracts';
import { JsonSchemaValidator } from './schema-validator.js';

const hostDefaults: Required<HostCapabilities> = Object.freeze({ deferredDispatch: true, nativeToolSearch: false, codeMode: false });
const text = { type: 'string', minLength: 1 };
const texts = { type: 'array', items: { type: 'string' } };

/** The parts of a request that are JSON; `client` and `signal` are objects of the host's program. */
const requestSchema: JsonObject = {
  type: 'object',
  additionalProperties: false,
  properties: {
    tenant: text,
    agent: text,
    profile: text,
    sandbox: text,
    session: text,
    contextWindow: { type: 'number', exclusiveMinimum: 0 },
    model: { type: 'object', required: ['provider', 'id'], properties: { provider: text, id: text, baseUrl: text } },
    directNames: texts,
    allow: texts,
    client: { type: 'object', required: ['tools', 'call'], properties: { tools: { type: 'array' } } },
    host: {
      type: 'object',
      additionalProperties: false,
      properties: Object.fromEntries(Object.keys(hostDefaults).map((key) => [key, { type: 'boolean' }])),
    },
    sourceWaitMs: { type: 'number', minimum: 0 },
    signal: {},
  },
};

/** A plugin's validator may need a tenth of a second for its first schema, so only a wrong request is taken to it, for its words about it. */
const sound = new JsonSchemaValidator().compile(requestSchema);

/** Checks a request and freezes it into the context of a run. Throws `ERR_RUN_REQUEST` that names the field. */
export function createRunContext(runId: string, request: RunRequest, signal: AbortSignal, validator: SchemaValidator): RunContext {
  const given = Object.fromEntries(Object.entries(request ?? {}).filter(([, value]) => value !== undefined)) as RunRequest;
  const issues = sound.check(given).length === 0 ? [] : validator.compile(requestSchema).check(given);
  if (issues.length > 0)
    throw new ToolrackError('ERR_RUN_REQUEST', `The run request is wrong: ${issueText(issues)}.`, { fields: { issues } });
  const { contextWindow, model, client, directNames, host, allow, sourceWaitMs: _wait, signal: _signal, ...scope } = given;
  return Object.freeze({
    runId,
    scope: Object.freeze(scope satisfies Scope),
    ...(contextWindow === undefined ? {} : { contextWindow }),
    ...(model === undefined ? {} : { model: Object.freeze({ ...model }) }),
    directNames: Object.freeze([...(directNames ?? [])]),
    ...(allow === undefined ? {} : { allow: Object.freeze([...allow]) }),
    ...(client === undefined ? {} : { client }),
    host: Object.freeze({ ...hostDefaults, ...host }),
    signal,
  });
}
