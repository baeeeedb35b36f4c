import type { JsonSchema, RankDocument, ToolDescriptor, ToolSourceIdentity, Trust } from '@toolrack/contracts';

/** What a ranker may see of a tool: no schema of an untrusted one. The digest is worked out when a ranker first reads it. */
export class ToolDocument implements RankDocument {
  readonly #tool: ToolDescriptor;
  declare readonly id: string;
  declare readonly name: string;
  declare readonly description: string;
  declare readonly source: ToolSourceIdentity;
  declare readonly trust: Trust;
  declare readonly title?: string;
  declare readonly inputSchema?: JsonSchema;

  constructor(tool: ToolDescriptor) {
    this.#tool = tool;
    this.id = tool.id;
    this.name = tool.name;
    this.description = tool.description;
    this.source = tool.source;
    this.trust = tool.trust;
    if (tool.title !== undefined) this.title = tool.title;
    if (tool.trust === 'trusted') this.inputSchema = tool.inputSchema;
  }

  get digest(): string {
    return this.#tool.digest;
  }
}
