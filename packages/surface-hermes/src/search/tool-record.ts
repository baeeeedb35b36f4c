import { isJsonObject, type RemoteTool, textForModel, type ToolDescriptor } from '@toolrack/contracts';
import { toolsetOf } from '../deferral/tool-name.js';

/** Longest description of a found tool in characters; 9 in 10 are shorter. */
const longestDescription = 500;
const longestParameter = 64;
const mostParameters = 32;

/** What the shared map of a search says of a tool. */
export interface ToolRecord {
  readonly source: 'mcp' | 'plugin' | 'other' | 'connectors';
  /** The whole tool set (`mcp-github`), or the connector. */
  readonly source_name: string;
  readonly description: string;
  readonly required: readonly string[];
}

function clipped(whole: string): string {
  const description = textForModel(whole);
  if (description.length <= longestDescription) return description;
  const characters = [...description.slice(0, longestDescription * 2 + 1)];
  return characters.length <= longestDescription ? description : `${characters.slice(0, longestDescription).join('')}…`;
}

/** Names of required parameters, bounded; none when the schema is malformed. */
export function requiredNames(schema: unknown): readonly string[] {
  const required = isJsonObject(schema) ? (schema['required'] as unknown) : undefined;
  if (!Array.isArray(required)) return [];
  const names = (required as unknown[]).filter((name) => typeof name === 'string');
  return names.slice(0, mostParameters).map((name) => [...textForModel(name)].slice(0, longestParameter).join(''));
}

/** The record of a local tool. The schema of an untrusted tool is not read. */
export function toolRecord(tool: ToolDescriptor): ToolRecord {
  const { kind } = tool.source;
  return {
    source: kind === 'mcp' ? 'mcp' : kind === 'client' ? 'other' : 'plugin',
    source_name: toolsetOf(tool) ?? 'other',
    description: clipped(tool.description),
    required: tool.trust === 'trusted' ? requiredNames(tool.inputSchema) : [],
  };
}

/** The record of a remote tool. */
export function remoteRecord(tool: RemoteTool): ToolRecord {
  return {
    source: 'connectors',
    source_name: tool.connector,
    description: clipped(tool.description),
    required: requiredNames(tool.parameters),
  };
}
