import { type Logger, type RemoteDescribeAnswer } from '@toolrack/contracts';

import { composeConnectorName, connectorToolId, parseConnectorName, slugCandidates } from '../connector-name.js';
import type { GatewayClient, RequestContext } from '../gateway/gateway-client.js';
import type { ToolSchema } from '../gateway/wire.js';
import { logFailure, remoteFailureOf } from './remote-failure.js';

/** Fetches the schemas of names: the candidate slugs of all of them in one request. */
export class DescribeLeg {
  constructor(
    private readonly client: GatewayClient,
    private readonly logger: Logger,
  ) {}

  /** Never rejects. Malformed names are skipped; without a well-formed one nothing is asked. */
  async describe(names: readonly string[], context: RequestContext): Promise<RemoteDescribeAnswer> {
    const wanted = names.flatMap((name) => {
      const parsed = parseConnectorName(name);
      return parsed === undefined ? [] : [{ name, connector: parsed.connector, candidates: slugCandidates(parsed) }];
    });
    if (wanted.length === 0) return { tools: {} };
    try {
      const slugs = [...new Set(wanted.flatMap(({ candidates }) => candidates))];
      const schemas = await this.client.schemas(slugs, context);
      const found = wanted.flatMap(({ name, connector, candidates }) => {
        const tool = firstOf(schemas, candidates, connector);
        return tool === undefined ? [] : [[name, tool] as const];
      });
      return { tools: Object.fromEntries(found) };
    } catch (error) {
      logFailure(this.logger, 'request for schemas', error);
      const failure = remoteFailureOf(error);
      return { tools: {}, ...(failure === undefined ? {} : { failure }) };
    }
  }
}

/** The first candidate that the gateway knows as a tool of that connector: a literal slug may belong to another one. */
function firstOf(
  schemas: ReadonlyMap<string, ToolSchema>,
  candidates: readonly string[],
  connector: string,
): RemoteDescribeAnswer['tools'][string] | undefined {
  for (const slug of candidates) {
    const schema = schemas.get(slug);
    // A slug that is written out is the tool of its own name, whatever name it was asked for by.
    const own = parseConnectorName(composeConnectorName(connector, slug));
    if (schema?.connector.toLowerCase() !== connector || own === undefined) continue;
    return { id: connectorToolId(own), description: schema.description, parameters: schema.parameters };
  }
  return undefined;
}
