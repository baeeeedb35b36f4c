import { randomUUID } from 'node:crypto';

/** A connection as the reference gateway keeps it. */
export interface Account {
  readonly connection_id: string;
  readonly connector: string;
  status: 'pending' | 'connected' | 'failed';
  alias?: string;
}

/** The connections of the reference gateway, in the order in which they were started. */
export class Accounts {
  private readonly byId = new Map<string, Account>();

  /** A connection that waits for its user; a reconnection starts with the account that it renews. */
  start(connector: string, { alias, reconnect }: { readonly alias?: string; readonly reconnect?: string } = {}): Account {
    const known = reconnect === undefined ? undefined : this.byId.get(reconnect);
    const account: Account = known ?? {
      connection_id: randomUUID(),
      connector,
      status: 'pending',
      ...(alias === undefined ? {} : { alias }),
    };
    account.status = 'pending';
    this.byId.set(account.connection_id, account);
    return account;
  }

  /** A connection that is linked at once. */
  link(connector: string, alias?: string): Account {
    const account = this.start(connector, alias === undefined ? {} : { alias });
    account.status = 'connected';
    return account;
  }

  find(id: string): Account | undefined {
    return this.byId.get(id);
  }

  of(connector: string): readonly Account[] {
    return [...this.byId.values()].filter((account) => account.connector === connector);
  }

  isConnected(connector: string): boolean {
    return this.of(connector).some(({ status }) => status === 'connected');
  }
}
