import { isIP } from 'node:net';
import { addressKind, type AddressKind } from './address-kind.js';
import { HostRules, isLocalHost, normalHost } from './host-rules.js';

const kindNames: Readonly<Record<Exclude<AddressKind, 'public'>, string>> = {
  loopback: 'this machine',
  private: 'a private network',
  'link-local': 'a link-local or metadata address',
  reserved: 'a reserved address',
};

/** A connection was refused because of where it would have led. */
export class BlockedAddressError extends Error {
  readonly code = 'ERR_ADDRESS_BLOCKED';

  constructor(
    /** Host as it was asked for. */
    readonly host: string,
    /** Completes "the connection to … is refused: …". */
    readonly reason: string,
  ) {
    super(`The connection to "${host}" is refused: ${reason}`);
  }
}

/** The refusal in an error or its causes. */
export function blockedAddress(error: unknown): BlockedAddressError | undefined {
  let current: unknown = error;
  for (let depth = 0; depth < 8 && typeof current === 'object' && current !== null; depth += 1) {
    const { code, cause, data } = current as { code?: unknown; cause?: unknown; data?: { cause?: unknown } };
    if (code === 'ERR_ADDRESS_BLOCKED') return current as BlockedAddressError;
    current = cause ?? data?.cause;
  }
  return undefined;
}

/**
 * Decides which addresses may be connected to. Public ones always; others when `allowHosts` names the host or the address. The operator's own address
 * (`configured`) names this machine, on that port, when it says so literally, and whatever a name stands for that public DNS does not have. An
 * address of a private network written as a number is refused: the same number is another machine in another network, and the credentials for one
 * would go to the other. Link-local and metadata addresses and a public name of a private address are refused whoever wrote them.
 */
export class AddressGuard {
  private readonly rules: HostRules;
  private readonly ownOrigin: string | undefined;
  /** The last origin that passed `checkLiteral`: nearly all requests are to one and the same. */
  private checked?: string;

  /** Throws an `Error` that names an entry of `allowHosts` which cannot be read. */
  constructor(configured: URL | undefined, allowHosts: readonly string[]) {
    this.rules = new HostRules(allowHosts);
    if (configured !== undefined && isLocalHost(configured.hostname)) {
      this.ownOrigin = origin(configured.hostname, configured.port === '' ? defaultPort(configured.protocol) : configured.port);
    }
  }

  /** The reason to refuse a connection to `address`, which `host` stands for; `undefined` when it may be made. */
  refusal(host: string, port: string, address: string): string | undefined {
    const kind = addressKind(address);
    if (kind === 'public' || this.rules.allowsName(host) || this.rules.allowsAddress(address)) return undefined;
    const isOwn = this.ownOrigin === origin(host, port);
    const isNamed = isIP(normalHost(host)) === 0;
    if (isOwn && (kind === 'loopback' || (kind === 'private' && isNamed))) return undefined;
    const where = isNamed ? `it resolves to ${kindNames[kind]} (${address})` : `it is ${kindNames[kind]}`;
    return where;
  }

  /** Throws `BlockedAddressError` for an address written as one; names are judged when they are resolved. */
  checkLiteral(host: string, port: string): void {
    const asked = `${host} ${port}`;
    if (asked === this.checked) return;
    const address = normalHost(host);
    const reason = isIP(address) === 0 ? undefined : this.refusal(address, port, address);
    if (reason !== undefined) throw new BlockedAddressError(address, reason);
    this.checked = asked;
  }
}

function origin(host: string, port: string): string {
  return `${normalHost(host)} ${port}`;
}

/** The port that an address of this scheme means when it names none. */
export function defaultPort(protocol: string): string {
  return protocol === 'http:' ? '80' : '443';
}
