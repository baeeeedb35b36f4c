import { BlockList, isIP, isIPv4 } from 'node:net';

/**
 * What an address is good for. `public`: anywhere on the internet; `loopback`: this machine (with the unspecified address, which
 * reaches it too); `private`: a network of one's own; `link-local`: the network segment, where clouds keep their metadata services;
 * `reserved`: multicast, documentation, tunnels and whatever else no server of the internet has.
 */
export type AddressKind = 'public' | 'loopback' | 'private' | 'link-local' | 'reserved';

type Range = readonly [network: string, prefix: number];

/** IANA IPv4 Special-Purpose Address Registry (RFC 6890 and its successors), without the globally reachable entries. */
const ranges4: Readonly<Record<Exclude<AddressKind, 'public'>, readonly Range[]>> = {
  loopback: [
    ['127.0.0.0', 8],
    ['0.0.0.0', 32],
  ],
  private: [
    ['10.0.0.0', 8],
    ['172.16.0.0', 12],
    ['192.168.0.0', 16],
    ['100.64.0.0', 10],
  ],
  'link-local': [
    ['169.254.0.0', 16],
    // Metadata services outside the link-local range: Alibaba Cloud, Oracle Cloud, Azure's wire server.
    ['100.100.100.200', 32],
    ['192.0.0.192', 32],
    ['168.63.129.16', 32],
  ],
  reserved: [
    ['0.0.0.0', 8],
    ['192.0.0.0', 24],
    ['192.0.2.0', 24],
    ['192.88.99.0', 24],
    ['198.18.0.0', 15],
    ['198.51.100.0', 24],
    ['203.0.113.0', 24],
    ['224.0.0.0', 4],
    ['240.0.0.0', 4],
  ],
};

/** IANA IPv6 Special-Purpose Address Registry; outside of 2000::/3 nothing is public, so only the other kinds are spelled out. */
const ranges6: Readonly<Record<Exclude<AddressKind, 'public'>, readonly Range[]>> = {
  loopback: [
    ['::1', 128],
    ['::', 128],
  ],
  private: [['fc00::', 7]],
  'link-local': [
    ['fe80::', 10],
    // The metadata service of Amazon EC2.
    ['fd00:ec2::254', 128],
  ],
  reserved: [
    ['2001::', 23],
    ['2001:db8::', 32],
    ['2002::', 16],
    ['3fff::', 20],
  ],
};

/** Narrow before wide: a metadata service inside a private range is no private address. */
const order = ['link-local', 'loopback', 'private', 'reserved'] as const;
const lists4 = order.map((kind) => [kind, blockList(ranges4[kind], 'ipv4')] as const);
const lists6 = order.map((kind) => [kind, blockList(ranges6[kind], 'ipv6')] as const);
const globalUnicast = blockList([['2000::', 3]], 'ipv6');

function blockList(ranges: readonly Range[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of ranges) list.addSubnet(network, prefix, family);
  return list;
}

/** The kind of an IP address; `reserved` for a text that is none. An IPv4 address inside an IPv6 one counts as what it stands for. */
export function addressKind(address: string): AddressKind {
  const plain = address.split('%')[0] ?? '';
  if (isIP(plain) === 0) return 'reserved';
  if (isIPv4(plain)) return lists4.find(([, list]) => list.check(plain, 'ipv4'))?.[0] ?? 'public';
  const groups = groupsOf(plain);
  const inner = embedded4(groups);
  if (inner !== undefined) return addressKind(inner);
  // Written anew: `BlockList` would hold a mapped address against IPv4 rules.
  const found = lists6.find(([, list]) => list.check(plain, 'ipv6'))?.[0];
  return found ?? (globalUnicast.check(plain, 'ipv6') ? 'public' : 'reserved');
}

/** The IPv4 address that an IPv6 address stands for: mapped (RFC 4291), compatible (deprecated) or translated (RFC 6052). */
function embedded4(groups: readonly number[]): string | undefined {
  const head = groups.slice(0, 6).map((group) => group.toString(16));
  const prefix = head.join(':');
  const [high = 0, low = 0] = groups.slice(6);
  const isCompatible = prefix === '0:0:0:0:0:0' && high !== 0;
  if (!isCompatible && !['0:0:0:0:0:ffff', '0:0:0:0:ffff:0', '64:ff9b:0:0:0:0'].includes(prefix)) return undefined;
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** The eight groups of a valid IPv6 address. */
function groupsOf(address: string): readonly number[] {
  const dotted = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address);
  const [, start = '', a, b, c, d] = dotted ?? [];
  const text =
    dotted === null ? address : `${start}${(Number(a) * 256 + Number(b)).toString(16)}:${(Number(c) * 256 + Number(d)).toString(16)}`;
  const [left = '', right] = text.split('::');
  const parse = (part: string): number[] => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)));
  const first = parse(left);
  if (right === undefined) return first;
  const last = parse(right);
  return [...first, ...new Array<number>(Math.max(0, 8 - first.length - last.length)).fill(0), ...last];
}
