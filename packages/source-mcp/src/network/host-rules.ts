import { BlockList, isIP } from 'node:net';

/**
 * Names that the public name system does not have (RFC 6761, RFC 6762, RFC 8375, ICANN's `.internal`, and what routers and companies
 * use): whoever writes one means a host of their own.
 */
const localSuffixes = ['localhost', 'local', 'internal', 'home.arpa', 'lan', 'home', 'corp', 'intranet', 'private', 'test'];
/** Well-known names of cloud metadata services; they are never somebody's own server. */
const metadataNames = new Set(['metadata.google.internal', 'metadata', 'instance-data.ec2.internal', 'instance-data']);

/** A host as it is compared: lower case, without brackets and the dot at the end. */
export function normalHost(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
}

/** True for an address, for a name without a dot and for names under suffixes that the public name system does not have. */
export function isLocalHost(host: string): boolean {
  const name = normalHost(host);
  if (metadataNames.has(name)) return false;
  return isIP(name) !== 0 || !name.includes('.') || localSuffixes.some((suffix) => name === suffix || name.endsWith(`.${suffix}`));
}

/** Hosts that an operator allows by name: names, `*.suffix`, addresses and networks (`10.0.0.0/8`). */
export class HostRules {
  private readonly names = new Set<string>();
  private readonly suffixes: string[] = [];
  private readonly networks = new BlockList();

  /** Throws an `Error` that names a rule which cannot be read. */
  constructor(rules: readonly string[]) {
    for (const rule of rules) this.add(rule);
  }

  allowsName(host: string): boolean {
    const name = normalHost(host);
    return this.names.has(name) || this.suffixes.some((suffix) => name.endsWith(suffix));
  }

  allowsAddress(address: string): boolean {
    const plain = normalHost(address).split('%')[0] ?? '';
    const family = isIP(plain);
    return family !== 0 && this.networks.check(plain, family === 4 ? 'ipv4' : 'ipv6');
  }

  private add(rule: string): void {
    const text = normalHost(rule.trim());
    const [network = '', prefix] = text.split('/');
    const family = isIP(network);
    if (family !== 0) {
      const most = family === 4 ? 32 : 128;
      const bits = prefix === undefined ? most : /^\d+$/.test(prefix) ? Number(prefix) : NaN;
      if (!(bits <= most)) throw new Error(`"${rule}" is not a network: the number of bits is 0 to ${most}`);
      this.networks.addSubnet(network, bits, family === 4 ? 'ipv4' : 'ipv6');
    } else if (/^\*(?:\.[a-z0-9_-]+)+$/.test(text)) this.suffixes.push(text.slice(1));
    else if (/^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/.test(text)) this.names.add(text);
    else throw new Error(`"${rule}" is not a host name, "*.suffix", an address or a network such as "10.0.0.0/8"`);
  }
}
