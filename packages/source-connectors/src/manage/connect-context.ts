import type { GatewayClient, RequestContext } from '../gateway/gateway-client.js';
import type { ConnectorState } from '../gateway/wire.js';
import type { ConnectionSurface } from '../legs/connection-required.js';
import type { CardPresenter } from './host-services.js';

/** What starting a connection needs. */
export interface ConnectContext {
  readonly client: GatewayClient;
  readonly connectors: readonly ConnectorState[];
  readonly request: RequestContext;
  readonly surface: ConnectionSurface;
  readonly timeouts: { readonly cardMs: number; readonly cardPollMs: number };
  readonly showCard?: CardPresenter;
}

/** What became of one target. */
export type TargetResult = Readonly<Record<string, unknown>> & { readonly connector: string };
