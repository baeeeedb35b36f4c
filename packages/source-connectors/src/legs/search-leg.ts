import { type Logger, type RemoteSearchAnswer, type RemoteTool } from '@toolrack/contracts';

import { composeConnectorName, connectorToolId, parseConnectorName, slugCandidates } from '../connector-name.js';
import type { GatewayClient, RequestContext } from '../gateway/gateway-client.js';
import type { SearchReply } from '../gateway/wire.js';
import { logFailure, remoteFailureOf } from './remote-failure.js';

/** Twins that were warned about already; more than this many are no oversight of a vendor. */
const mostWarned = 1000;

/** Asks the gateway for all queries at once and turns its slugs into tools with names. */
export class SearchLeg {
  private readonly warned = new Set<string>();

  constructor(
    private readonly client: GatewayClient,
    private readonly logger: Logger,
  ) {}

  /** Never rejects; a failure leaves every group empty. */
  async search(queries: readonly string[], limit: number, context: RequestContext): Promise<RemoteSearchAnswer> {
    try {
      const reply = await this.client.search(queries, limit, context);
      return { groups: queries.map((query, position) => this.group(query, reply, position)) };
    } catch (error) {
      logFailure(this.logger, 'search', error);
      const failure = remoteFailureOf(error);
      return { groups: queries.map(() => []), ...(failure === undefined ? {} : { failure }) };
    }
  }

  /** A group that answers another question is dropped whole; a slug without schema or connector loses itself. */
  private group(query: string, { groups, schemas }: SearchReply, position: number): readonly RemoteTool[] {
    const group = groups[position];
    if (group === undefined || (group.useCase !== undefined && group.useCase !== JSON.stringify(query))) return [];
    const tools = new Map<string, RemoteTool>();
    for (const slug of group.slugs) {
      const schema = schemas.get(slug);
      if (schema === undefined) continue;
      const { connector, description, parameters } = schema;
      const name = composeConnectorName(connector, slug);
      const parsed = parseConnectorName(name);
      if (parsed === undefined) continue;
      const [prefixed] = slugCandidates(parsed);
      // Both slugs of a twin have one name, and that name executes the prefixed one.
      if (slug !== prefixed && schemas.get(prefixed)?.connector.toLowerCase() === parsed.connector) {
        this.warnOfTwins(prefixed, slug, name);
        continue;
      }
      const id = connectorToolId(parsed);
      if (!tools.has(name)) tools.set(name, { id, name, connector: parsed.connector, slug, description, parameters });
    }
    return [...tools.values()];
  }

  private warnOfTwins(kept: string, dropped: string, name: string): void {
    if (this.warned.has(name) || this.warned.size >= mostWarned) return;
    this.warned.add(name);
    this.logger.warn(`Connectors: the slugs ${kept} and ${dropped} share the name ${name}, which runs ${kept}; ${dropped} is left out.`, {
      kept,
      dropped,
    });
  }
}
