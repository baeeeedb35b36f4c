import type { JsonObject } from '@toolrack/contracts';
import { authorizationSchema, tokenStoreSchema } from './authorization/authorization-settings.js';

const milliseconds: JsonObject = { type: 'integer', minimum: 1, maximum: 2_147_483_647 };
const trust: JsonObject = { enum: ['trusted', 'untrusted'] };
const texts: JsonObject = { type: 'object', additionalProperties: { type: 'string' } };
const bytes: JsonObject = { type: 'integer', minimum: 1_024, maximum: 1_073_741_824 };
const secrets: JsonObject = { type: 'array', items: { type: 'string' } };
const start: JsonObject = { enum: ['eager', 'lazy'] };
const hosts: JsonObject = { type: 'array', items: { type: 'string', minLength: 1 } };

const serverSchema: JsonObject = {
  type: 'object',
  additionalProperties: false,
  properties: {
    command: { type: 'string', minLength: 1, description: 'Program that speaks MCP over stdio.' },
    args: { type: 'array', items: { type: 'string' } },
    env: { ...texts, description: 'Variables for the program; nothing else but a few safe ones is inherited.' },
    cwd: { type: 'string', minLength: 1 },
    url: { type: 'string', minLength: 1, description: 'Address of a remote server.' },
    headers: texts,
    allowHosts: { ...hosts, description: 'Private hosts that may be connected to for this server.' },
    authorization: authorizationSchema,
    type: { enum: ['http', 'streamable-http', 'sse', 'stdio'] },
    trust,
    timeoutMs: milliseconds,
    startTimeoutMs: milliseconds,
    disabled: { type: 'boolean' },
    label: { type: 'string', minLength: 1 },
    start,
    maxResultBytes: bytes,
    secrets: { ...secrets, description: 'Further values to hide in what the server sends.' },
  },
};

/** JSON Schema of `McpSourceOptions`. */
export const mcpSourceOptionsSchema: JsonObject = {
  type: 'object',
  additionalProperties: false,
  required: ['servers'],
  properties: {
    servers: { type: 'object', propertyNames: { minLength: 1 }, additionalProperties: serverSchema },
    baseDirectory: { type: 'string', minLength: 1, description: 'The folder that relative paths are meant from.' },
    defaultTrust: trust,
    timeoutMs: milliseconds,
    startTimeoutMs: milliseconds,
    maxCallMs: milliseconds,
    backoffMs: milliseconds,
    maxBackoffMs: milliseconds,
    changeDebounceMs: milliseconds,
    concurrentStarts: { type: 'integer', minimum: 1 },
    cacheFolder: { type: 'string', minLength: 1, description: 'Keeps the tools last listed by each server between two starts.' },
    handOver: { type: 'string', minLength: 1, description: 'Name under which runtimes of one process hand tools on to each other.' },
    start,
    clientQuestions: { type: 'boolean', description: 'Tell servers that the client behind a call can be asked.' },
    maxResultBytes: bytes,
    allowHosts: { ...hosts, description: 'Names, *.suffix, addresses or networks that may be connected to although they are private.' },
    secrets: { ...secrets, description: 'Values to hide in what any server sends.' },
    tokens: tokenStoreSchema,
  },
};
