import { isJsonObject } from '@toolrack/contracts';
import { classifyInboundRequest, SUPPORTED_PROTOCOL_VERSIONS, type JSONRPCRequest } from '@modelcontextprotocol/server';
import type { Exchange } from './exchange.js';

/** The revision of the stateless era. */
export const statelessRevision = '2026-07-28';

const plainKeys = new Set(['jsonrpc', 'id', 'method', 'params']);
const plainMeta = new Set(['progressToken']);

/** Which era a message belongs to; `other`: it is refused, or not one that a server of either era has an answer for. */
export function eraOf({ method, headers, body }: Exchange): 'legacy' | 'modern' | 'other' {
  const text = (name: string): string | undefined => {
    const value = headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  };
  const [protocolVersionHeader, mcpMethodHeader, mcpNameHeader] = ['mcp-protocol-version', 'mcp-method', 'mcp-name'].map(text);
  const { kind } = classifyInboundRequest({
    httpMethod: method,
    ...(protocolVersionHeader === undefined ? {} : { protocolVersionHeader }),
    ...(mcpMethodHeader === undefined ? {} : { mcpMethodHeader }),
    ...(mcpNameHeader === undefined ? {} : { mcpNameHeader }),
    ...(body === undefined ? {} : { body }),
  });
  return kind === 'reject' ? 'other' : kind;
}

/**
 * The request of a 2025-era session, if there is nothing about it that the library would have to judge: all that it checks is seen to be in
 * order. Nearly every request is of this kind; any other is left to the library.
 */
export function plainSessionRequest({ method, headers, body }: Exchange): JSONRPCRequest | undefined {
  const version = headers['mcp-protocol-version'];
  const isKnown = version === undefined || (typeof version === 'string' && SUPPORTED_PROTOCOL_VERSIONS.includes(version));
  const isOlder = headers['mcp-method'] === undefined && version !== statelessRevision;
  return method === 'POST' && isKnown && isOlder && acceptsBoth(headers.accept) && isPlain(body, plainMeta) ? body : undefined;
}

/**
 * The tool call of a stateless client whose headers say what its body says. `eraOf` has found it to be of that era, with a sound envelope.
 */
export function plainStatelessCall({ method, headers, body }: Exchange): JSONRPCRequest | undefined {
  if (method !== 'POST' || !acceptsBoth(headers.accept) || !isPlain(body, undefined) || body.method !== 'tools/call') return undefined;
  const isNamed = typeof body.params?.['name'] === 'string' && headers['mcp-name'] === body.params['name'];
  const isMatching = headers['mcp-protocol-version'] === statelessRevision && headers['mcp-method'] === body.method;
  return isNamed && isMatching ? body : undefined;
}

/** A client that accepts anything accepts both forms of an answer. */
export function acceptsBoth(accept: string | undefined): boolean {
  if (accept === undefined || accept.includes('*/*')) return true;
  return accept.includes('application/json') && accept.includes('text/event-stream');
}

/** `metaKeys`: what `_meta` may hold; `undefined`: anything, it has been looked at. */
function isPlain(body: unknown, metaKeys: ReadonlySet<string> | undefined): body is JSONRPCRequest {
  if (!isJsonObject(body) || body['jsonrpc'] !== '2.0' || typeof body['method'] !== 'string' || body['method'] === 'initialize')
    return false;
  const { id, params } = body;
  if (typeof id !== 'string' && !Number.isSafeInteger(id)) return false;
  if (!Object.keys(body).every((key) => plainKeys.has(key))) return false;
  if (params === undefined) return true;
  if (!isJsonObject(params)) return false;
  const meta = params['_meta'];
  if (meta === undefined) return true;
  if (!isJsonObject(meta) || (metaKeys !== undefined && !Object.keys(meta).every((key) => metaKeys.has(key)))) return false;
  const token = meta['progressToken'];
  return token === undefined || typeof token === 'string' || Number.isSafeInteger(token);
}
