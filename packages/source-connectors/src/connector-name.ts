/** What the name of every connector tool begins with. */
const prefix = 'connectors';
const separator = '__';

/** The two parts of `connectors__<connector>__<tool>`. */
export interface ConnectorName {
  /** Lower-case, so that one tool has one name whatever a model wrote. */
  readonly connector: string;
  /** May hold `__` itself; its case counts. */
  readonly tool: string;
}

/** Takes a name apart at the first two `__`; `undefined` unless that gives `connectors` and two parts that are not empty. */
export function parseConnectorName(name: string): ConnectorName | undefined {
  const first = name.indexOf(separator);
  const second = first < 0 ? -1 : name.indexOf(separator, first + separator.length);
  if (second < 0 || name.slice(0, first) !== prefix) return undefined;
  const connector = name.slice(first + separator.length, second).toLowerCase();
  const tool = name.slice(second + separator.length);
  return connector === '' || tool === '' ? undefined : { connector, tool };
}

/** The name of a parsed connector tool. */
export function formatConnectorName({ connector, tool }: ConnectorName): string {
  return [prefix, connector, tool].join(separator);
}

/** The name of a vendor's tool: `gmail` and `GMAIL_SEND_EMAIL` give `connectors__gmail__SEND_EMAIL`; a slug without the prefix stays whole. */
export function composeConnectorName(connector: string, slug: string): string {
  const vendorPrefix = vendorPrefixOf(connector);
  const hasPrefix = slug.startsWith(vendorPrefix) && slug.length > vendorPrefix.length;
  return formatConnectorName({ connector: connector.toLowerCase(), tool: hasPrefix ? slug.slice(vendorPrefix.length) : slug });
}

/** The vendor slugs that a name may stand for, likeliest first: with the connector's prefix, then as it is. */
export function slugCandidates({ connector, tool }: ConnectorName): readonly [prefixed: string, literal: string] {
  return [`${vendorPrefixOf(connector)}${tool}`, tool];
}

function vendorPrefixOf(connector: string): string {
  return `${connector.toUpperCase()}_`;
}

/** Kind and owner of the one source of this package. */
export const sourceIdentity = Object.freeze({ kind: 'connectors', owner: 'gateway' });

/** The tool id of a connector tool: the one name that policies, hooks, approvals and events see. */
export function connectorToolId(name: ConnectorName): string {
  return `${sourceIdentity.kind}:${sourceIdentity.owner}:${formatConnectorName(name)}`;
}
