import { isJsonObject, reasonOf, type JsonObject } from '@toolrack/contracts';

import type { Accounts } from './accounts.js';
import type { ReferenceConnector, ReferenceTool } from './fixture.js';

const words = (value: string): readonly string[] => value.toLowerCase().match(/[a-z0-9]+/gu) ?? [];

/** Finds, describes and runs the tools of the reference gateway. */
export class ToolDesk {
  constructor(
    private readonly connectors: readonly ReferenceConnector[],
    private readonly tools: readonly ReferenceTool[],
    private readonly accounts: Accounts,
    private readonly linkOf: (connectionId: string) => string,
  ) {}

  /** Slugs of the tools that share words with the use case, most words first. */
  search(useCase: string, limit: number): readonly string[] {
    const wanted = new Set(words(useCase));
    return this.tools
      .map(({ slug, description }) => ({ slug, score: new Set(words(`${slug} ${description}`).filter((word) => wanted.has(word))).size }))
      .filter(({ score }) => score > 0)
      .sort((left, right) => right.score - left.score)
      .slice(0, limit)
      .map(({ slug }) => slug);
  }

  /** Schemas of the slugs that exist. */
  schemas(slugs: readonly string[]): JsonObject {
    const known = this.tools.filter(({ slug }) => slugs.includes(slug));
    return Object.fromEntries(
      known.map(({ slug, connector, description, inputSchema }) => [slug, { connector, description, input_schema: inputSchema }]),
    );
  }

  /** Runs one call. A slug is a tool of its connector alone, so that no name reaches another connector's tool. */
  run({ slug, connector, arguments: callArguments }: JsonObject): JsonObject {
    const tool = this.tools.find((candidate) => candidate.slug === slug && (connector === undefined || candidate.connector === connector));
    if (tool === undefined) return failed('TOOL_NOT_FOUND', `There is no tool ${JSON.stringify(slug)}.`);
    const owner = this.connectors.find((candidate) => candidate.connector === tool.connector);
    if (owner?.open !== true && !this.accounts.isConnected(tool.connector)) return this.connectionRequired(tool.connector);
    const given = isJsonObject(callArguments) ? callArguments : {};
    const missing = (tool.inputSchema['required'] as readonly string[] | undefined)?.filter((name) => given[name] === undefined) ?? [];
    if (missing.length > 0) return failed('INVALID_ARGUMENTS', `Missing: ${missing.join(', ')}.`);
    try {
      return { response: (tool.run === undefined ? { slug: tool.slug, arguments: given } : tool.run(given)) as JsonObject };
    } catch (error) {
      const code = (error as { code?: unknown } | undefined)?.code;
      return failed(typeof code === 'string' ? code : 'TOOL_ERROR', reasonOf(error));
    }
  }

  private connectionRequired(connector: string): JsonObject {
    const account = this.accounts.of(connector).find(({ status }) => status === 'pending') ?? this.accounts.start(connector);
    const { connection_id: id } = account;
    const message = `An account of ${connector} has to be connected first.`;
    return { error: { code: 'CONNECTION_REQUIRED', message, connector, connection_id: id, connect_url: this.linkOf(id) } };
  }
}

function failed(code: string, message: string): JsonObject {
  return { error: { code, message } };
}
