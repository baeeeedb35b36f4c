import { type ToolDescriptor } from '@toolrack/contracts';
import { isServerTool } from '../lookup/core-tools.js';
import { defaultControlNames } from '../settings/surface-options.js';
import { renderInputSignature, renderOutputSignature } from '../signature/render-signature.js';
import { unknownType } from '../signature/signature-limits.js';

/** Where a server's tool comes from. */
export interface McpProvenance {
  readonly serverName: string;
  readonly safeServerName: string;
  readonly toolName: string;
  readonly operation: string;
}

/** A tool as a search shows it: enough to choose it and, when its signature says enough, to call it. */
export interface CompactCandidate {
  readonly id: string;
  readonly source: string;
  readonly sourceName?: string;
  readonly mcp?: McpProvenance;
  readonly name: string;
  readonly label?: string;
  readonly description: string;
  /** A bounded signature; `unknown` for untrusted tools, whose schemas are not read. */
  readonly input: string;
  /** Only of trusted tools whose output schema can be written whole. */
  readonly output?: string;
}

/** Names that are never a tool's: the controls and the one of the retired code mode. */
const reserved: ReadonlySet<string> = new Set([...Object.values(defaultControlNames), 'tool_search_code']);

/** What a model is to know the tool by. A server that has tools named like controls, such as a gateway, shows them with its own name before them. */
function offeredName(tool: ToolDescriptor): string {
  return reserved.has(tool.name) && isServerTool(tool) ? `${tool.source.owner}__${tool.name}` : tool.name;
}

const made = new WeakMap<ToolDescriptor, CompactCandidate>();

function makeCandidate(tool: ToolDescriptor): CompactCandidate {
  const isTrusted = tool.trust === 'trusted';
  const sourceName = tool.source.label ?? tool.source.owner;
  const output = isTrusted ? renderOutputSignature(tool.outputSchema) : undefined;
  const isServer = tool.source.kind === 'mcp';
  return Object.freeze({
    id: tool.id,
    source: tool.source.kind,
    sourceName,
    ...(isServer
      ? {
          mcp: {
            serverName: sourceName,
            safeServerName: tool.source.owner,
            toolName: tool.name,
            operation: 'tool',
          },
        }
      : {}),
    name: offeredName(tool),
    ...(tool.title === undefined ? {} : { label: tool.title }),
    description: tool.description,
    input: isTrusted ? renderInputSignature(tool.inputSchema) : unknownType,
    ...(output === undefined ? {} : { output }),
  });
}

/** The candidate of a tool, made once for each definition. Schemas of untrusted tools are not touched. */
export function compactCandidate(tool: ToolDescriptor): CompactCandidate {
  let candidate = made.get(tool);
  if (candidate === undefined) {
    candidate = makeCandidate(tool);
    made.set(tool, candidate);
  }
  return candidate;
}
