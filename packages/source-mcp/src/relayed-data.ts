import type { ProtocolError } from '@modelcontextprotocol/client';
import { isJsonObject, type JsonObject, type ToolrackError } from '@toolrack/contracts';

/** A server refuses a request that needs something which the client has not declared (MCP 2026-07-28). */
const missingCapability = -32021;
/** A server wants the person to open an address before the request can be made again (MCP 2025-11-25). */
const addressesToOpen = -32042;
/** Most addresses of one refusal, and the longest data of one, in characters of JSON. */
const mostAddresses = 16;
const longestData = 8_192;

/**
 * What belongs to a server's refusal and must reach the caller's client for it to act: only for the codes that MCP gives data to, only the
 * fields that it names there, bounded and without secrets. `undefined` for everything else.
 */
export function relayedData(error: ProtocolError): JsonObject | undefined {
  const picked = pick(error.code, isJsonObject(error.data) ? error.data : {});
  if (picked === undefined || JSON.stringify(picked).length > longestData) return undefined;
  return picked;
}

/** The addresses that a refusal asks the person to open, by the server's own names of them. */
export function relayedElicitations({ fields }: ToolrackError): readonly string[] {
  const elicitations = isJsonObject(fields['rpcData']) ? fields['rpcData']['elicitations'] : undefined;
  return Array.isArray(elicitations) ? (elicitations as readonly JsonObject[]).map((one) => one['elicitationId'] as string) : [];
}

function pick(code: number, data: JsonObject): JsonObject | undefined {
  if (code === missingCapability) {
    const { requiredCapabilities } = data;
    return isJsonObject(requiredCapabilities) ? { requiredCapabilities } : undefined;
  }
  if (code !== addressesToOpen || !Array.isArray(data['elicitations'])) return undefined;
  const elicitations = (data['elicitations'] as readonly unknown[]).map(pickElicitation);
  const isSound = elicitations.length > 0 && elicitations.length <= mostAddresses && !elicitations.includes(undefined);
  return isSound ? { elicitations: elicitations as readonly JsonObject[] } : undefined;
}

function pickElicitation(value: unknown): JsonObject | undefined {
  if (!isJsonObject(value)) return undefined;
  const { mode, elicitationId, url, message } = value;
  if (mode !== 'url' || typeof elicitationId !== 'string' || typeof message !== 'string') return undefined;
  if (typeof url !== 'string' || !URL.canParse(url) || !/^https?:$/u.test(new URL(url).protocol)) return undefined;
  return { mode, elicitationId, url, message };
}
