import type { CallPeer } from '@toolrack/contracts';

/** Addresses of one connection that may be open at a time; the oldest is forgotten. */
const mostAddresses = 256;

/**
 * The addresses that a server wants people to open, by its own name of each: when it says that one is done, exactly the client that was
 * asked hears of it, also when the call has ended long before.
 */
export class OpenedAddresses {
  private readonly peers = new Map<string, CallPeer>();

  /** The peer was asked to open an address. */
  add(elicitationId: string, peer: CallPeer | undefined): void {
    if (peer?.elicitationCompleted === undefined) return;
    this.peers.delete(elicitationId);
    this.peers.set(elicitationId, peer);
    const [oldest] = this.peers.keys();
    if (this.peers.size > mostAddresses && oldest !== undefined) this.peers.delete(oldest);
  }

  /** The server says that an address is done; told once. */
  completed(elicitationId: string): void {
    const peer = this.peers.get(elicitationId);
    this.peers.delete(elicitationId);
    peer?.elicitationCompleted?.(elicitationId);
  }
}
