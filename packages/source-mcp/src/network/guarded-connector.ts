import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { BlockedAddressError, defaultPort, type AddressGuard } from './address-guard.js';
import { normalHost } from './host-rules.js';

/** Resolves a name to all its addresses. */
export type Lookup = (host: string, callback: (error: Error | null, addresses: readonly LookupAddress[]) => void) => void;

/** The resolver of the operating system, with the hosts file. */
export const defaultLookup: Lookup = (host, callback) => systemLookup(host, { all: true }, callback);

/**
 * A connector for undici that looks at the address itself, at the moment of connecting: what a name resolved to earlier does not count,
 * so a name that changes its address meanwhile gains nothing.
 */
export function guardedConnector(guard: AddressGuard, connectTimeoutMs: number, lookup: Lookup): buildConnector.connector {
  // One for each port: a connector also keeps TLS sessions.
  const connectors = new Map<string, buildConnector.connector>();
  return (options, callback) => {
    const port = options.port === '' ? defaultPort(options.protocol) : options.port;
    try {
      guard.checkLiteral(options.hostname, port);
    } catch (error) {
      callback(error as Error, null);
      return;
    }
    let connector = connectors.get(port);
    if (connector === undefined) {
      connector = buildConnector({
        timeout: connectTimeoutMs,
        lookup: guardedLookup(guard, port, lookup),
        autoSelectFamily: true,
        keepAlive: true,
      });
      connectors.set(port, connector);
    }
    connector({ ...options, hostname: normalHost(options.hostname) }, callback);
  };
}

function guardedLookup(guard: AddressGuard, port: string, lookup: Lookup): LookupFunction {
  return (host, options, callback) => {
    lookup(host, (error, addresses) => {
      if (error !== null) return callback(error, []);
      const family = typeof options.family === 'number' && options.family !== 0 ? options.family : undefined;
      const wanted = addresses.filter((entry) => family === undefined || entry.family === family);
      const allowed = wanted.filter(({ address }) => guard.refusal(host, port, address) === undefined);
      const [first] = allowed;
      if (first === undefined) return callback(refusalOf(guard, host, port, wanted), []);
      if (options.all === true) return callback(null, allowed);
      callback(null, first.address, first.family);
    });
  };
}

function refusalOf(guard: AddressGuard, host: string, port: string, addresses: readonly LookupAddress[]): Error {
  const [first] = addresses;
  if (first === undefined) return Object.assign(new Error(`No address of "${host}"`), { code: 'ENOTFOUND' });
  return new BlockedAddressError(host, guard.refusal(host, port, first.address) ?? 'it has no usable address');
}
