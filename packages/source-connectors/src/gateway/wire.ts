import { isJsonObject, type JsonObject, type JsonSchema } from '@toolrack/contracts';

/** A vendor's tool as the gateway describes it. */
export interface ToolSchema {
  /** As the gateway spells it, for example `gmail`. */
  readonly connector: string;
  readonly description: string;
  readonly parameters: JsonSchema;
}

/** What the gateway found, by position of the queries. */
export interface SearchReply {
  readonly groups: readonly {
    /** As JSON, so that nothing but the very same text is equal. */ readonly useCase?: string;
    readonly slugs: readonly string[];
  }[];
  readonly schemas: ReadonlyMap<string, ToolSchema>;
}

/** An error of one call as the gateway words it. */
export interface CallError {
  readonly code: string;
  readonly message: string;
  readonly [key: string]: unknown;
}

/** What became of one call. */
export type CallOutcome = { readonly response: unknown } | { readonly error: CallError };

/** One account of a connector. */
export interface Connection {
  readonly connection_id: string;
  readonly status: string;
  readonly alias?: string;
  /** Where the user links the account; only of a connection that waits for it. */
  readonly connect_url?: string;
}

/** A connector and the accounts that are linked to it. */
export interface ConnectorState {
  readonly connector: string;
  readonly label?: string;
  readonly connections: readonly Connection[];
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);
const object = (value: unknown): JsonObject => (isJsonObject(value) ? value : {});

/** Reads `{ results: [{ use_case?, tools }], schemas }`; `undefined` when it is nothing of the kind. */
export function readSearchReply(value: unknown): SearchReply | undefined {
  if (!isJsonObject(value) || !Array.isArray(value['results'])) return undefined;
  const groups = list(value['results']).map((group) => {
    const useCase = object(group)['use_case'];
    const slugs = list(object(group)['tools']).filter((slug) => text(slug) !== undefined) as string[];
    return { ...(useCase === undefined || useCase === null ? {} : { useCase: JSON.stringify(useCase) }), slugs };
  });
  return { groups, schemas: readSchemas(value['schemas']) };
}

/** Reads schemas by slug; one without a connector is left out. */
export function readSchemas(value: unknown): ReadonlyMap<string, ToolSchema> {
  const schemas = new Map<string, ToolSchema>();
  for (const [slug, schema] of Object.entries(object(value))) {
    const connector = text(object(schema)['connector']);
    if (connector === undefined) continue;
    const { description, input_schema: parameters } = schema as JsonObject;
    schemas.set(slug, {
      connector,
      description: text(description) ?? '',
      parameters: typeof parameters === 'boolean' || isJsonObject(parameters) ? parameters : { type: 'object' },
    });
  }
  return schemas;
}

/** The outcome in the first slot: by position, never by the index that the gateway writes. No result is a `PROVIDER_ERROR`. */
export function readCallOutcome(value: unknown): CallOutcome {
  const slot = list(object(value)['results'])[0];
  const { error, response } = object(slot);
  if (error !== undefined && error !== null) return { error: readCallError(error) };
  if (!isJsonObject(slot) || response === undefined)
    return { error: { code: 'PROVIDER_ERROR', message: 'The gateway gave no result for this call.' } };
  return { response };
}

function readCallError(error: unknown): CallError {
  if (!isJsonObject(error)) return { code: 'TOOL_ERROR', message: typeof error === 'string' ? error : JSON.stringify(error) };
  const { code, message, ...rest } = error;
  return { ...rest, code: text(code) ?? 'TOOL_ERROR', message: text(message) ?? 'The tool failed without a message.' };
}

/** One page of connectors and where the next one begins. */
export function readConnectorPage(value: unknown): { readonly connectors: readonly ConnectorState[]; readonly next?: string } | undefined {
  if (!isJsonObject(value) || !Array.isArray(value['connectors'])) return undefined;
  const connectors = list(value['connectors']).flatMap((item): readonly ConnectorState[] => {
    const { connector, label, connections } = object(item);
    const name = text(connector);
    if (name === undefined) return [];
    const shown = text(label);
    return [{ connector: name, ...(shown === undefined ? {} : { label: shown }), connections: list(connections).flatMap(readConnections) }];
  });
  const next = text(value['next_cursor']);
  return { connectors, ...(next === undefined ? {} : { next }) };
}

/** One connection, or nothing when it has no id. */
export function readConnection(value: unknown): Connection | undefined {
  const { connection_id, status, alias, connect_url } = object(value);
  const id = text(connection_id);
  if (id === undefined) return undefined;
  const shown = text(alias);
  const url = webAddress(connect_url);
  return {
    connection_id: id,
    status: text(status) ?? 'unknown',
    ...(shown === undefined ? {} : { alias: shown }),
    ...(url === undefined ? {} : { connect_url: url }),
  };
}

function readConnections(value: unknown): readonly Connection[] {
  const connection = readConnection(value);
  return connection === undefined ? [] : [connection];
}

/** An `http` or `https` address; anything else is no link to show to a person. */
export function webAddress(value: unknown): string | undefined {
  if (typeof value !== 'string' || !URL.canParse(value)) return undefined;
  const { protocol } = new URL(value);
  return protocol === 'https:' || protocol === 'http:' ? value : undefined;
}
