import { Client, type McpSubscription, type RequestOptions, type Transport } from '@modelcontextprotocol/client';
import { isJsonObject, shownValue, type JsonObject, type SourceServer } from '@toolrack/contracts';
import { anyResult, restoreParts, setAsideParts } from './lenient-message.js';
import { deliverInOrder } from './ordered-delivery.js';
import { offeredCapabilities } from './peer/ask-peer.js';
import type { RunningCall } from './peer/running-call.js';
import { RunningCalls } from './peer/running-calls.js';
import { settlesWithin } from './process-group.js';
import { HttpTransport } from './remote-transport.js';
import { serverFacts } from './server-facts.js';
import type { WireMask } from './wire-mask.js';
import { version } from './version.js';

/** Time a remote server has to confirm the end of its session, in milliseconds. */
const sessionEndMs = 1_000;
/** Characters of a server's log message that are looked at; fewer are shown. */
const longestLog = 4_000;

/** What a connection reports to its source. */
export interface ConnectionEvents {
  readonly onToolsChanged: () => void;
  readonly onContentChanged: (what: 'resources' | 'prompts') => void;
  readonly onResourceUpdated: (uri: string) => void;
  /** The connection ended although nobody asked for it. */
  readonly onLost: (connection: Connection) => void;
  /** Takes the secrets out of all that the server sends. */
  readonly mask: WireMask;
  /** Something odd that harms nothing, for a debug log. */
  readonly onNote: (note: string) => void;
}

/** How a connection is to find out which protocol the server speaks. */
export type EraPlan = { readonly kind: 'legacy' } | { readonly kind: 'auto'; readonly probeTimeoutMs: number };

/** One live connection to one server. */
export class Connection {
  /** What the server is working on. */
  readonly calls = new RunningCalls();
  private isOpen = false;
  private isRetired = false;
  private pending = 0;

  private constructor(
    private readonly client: Client,
    readonly transport: Transport,
    private readonly events: ConnectionEvents,
  ) {}

  /** Starts the transport and agrees on a protocol revision. Rejects with the SDK's error; the transport is closed then. */
  static async open(
    transport: Transport,
    era: EraPlan,
    timeoutMs: number,
    events: ConnectionEvents,
    asksClient: boolean,
  ): Promise<Connection> {
    const client = new Client(
      { name: 'toolrack', version },
      {
        capabilities: asksClient ? offeredCapabilities : {},
        inputRequired: { autoFulfill: false },
        ...(era.kind === 'legacy' ? {} : { versionNegotiation: { mode: 'auto', probe: { timeoutMs: era.probeTimeoutMs } } }),
      },
    );
    const connection = new Connection(client, transport, events);
    if (asksClient) connection.calls.answer(client);
    transport.onmessage = (message) => {
      events.mask.hide(message);
      setAsideParts(message);
    };
    client.onerror = (error) => events.onNote(error.message);
    client.onclose = () => connection.closed();
    client.setNotificationHandler('notifications/message', ({ params }) => connection.heardLog(params as JsonObject));
    client.setNotificationHandler('notifications/elicitation/complete', ({ params }) =>
      connection.calls.addresses.completed(params.elicitationId),
    );
    client.setNotificationHandler('notifications/tools/list_changed', () => events.onToolsChanged());
    client.setNotificationHandler('notifications/resources/list_changed', () => events.onContentChanged('resources'));
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => events.onResourceUpdated(params.uri));
    client.setNotificationHandler('notifications/prompts/list_changed', () => events.onContentChanged('prompts'));
    try {
      // What is opened here serves all calls and belongs to none.
      await connection.calls.send(undefined, async () => {
        await client.connect(transport, { timeout: timeoutMs, ...(era.kind === 'legacy' ? { prior: { kind: 'legacy' } } : {}) });
      });
    } catch (error) {
      void transport.close().catch(() => undefined);
      throw error;
    }
    deliverInOrder(transport);
    connection.isOpen = client.transport !== undefined;
    connection.subscribe();
    return connection;
  }

  get open(): boolean {
    return this.isOpen;
  }

  get era(): 'legacy' | 'modern' {
    return this.client.getProtocolEra() ?? 'legacy';
  }

  /** The server keeps a session for this connection, which it may forget. */
  get hasSession(): boolean {
    return this.transport instanceof HttpTransport && this.transport.sessionId !== undefined;
  }

  /** Who the server says it is, and the protocol that was agreed on. */
  get server(): SourceServer {
    return serverFacts(this.client, this.events.mask);
  }

  /** What the server says that it can do. */
  get capabilities(): JsonObject {
    return (this.client.getServerCapabilities() ?? {}) as JsonObject;
  }

  /** False when the server says what it can do and tools are not among it. */
  get hasTools(): boolean {
    const { capabilities } = this;
    return capabilities['tools'] !== undefined || Object.keys(capabilities).length === 0;
  }

  /** Some arguments are to be repeated in headers. */
  get mirrorsParams(): boolean {
    return this.era === 'modern' && this.transport instanceof HttpTransport;
  }

  /** The server runs tool calls as tasks for clients that ask for it. */
  get hasToolTasks(): boolean {
    const requests = this.capabilities['tasks'];
    const tools = isJsonObject(requests) && isJsonObject(requests['requests']) ? requests['requests']['tools'] : undefined;
    return isJsonObject(tools) && tools['call'] !== undefined;
  }

  /** Sends a request, of a call or of none, and returns its result as it came. Rejects with the SDK's errors. */
  async request(method: string, params: JsonObject | undefined, options: RequestOptions, call?: RunningCall): Promise<JsonObject> {
    const request = params === undefined ? { method } : { method, params: { ...this.events.mask.restore(params) } };
    this.pending += 1;
    try {
      return await this.calls.send(call, async () => restoreParts((await this.client.request(request, anyResult, options)) as JsonObject));
    } finally {
      this.pending -= 1;
      if (this.isRetired && this.pending === 0) void this.transport.close().catch(() => undefined);
    }
  }

  /** Opens a stream on which a server of 2026-07-28 tells of changes of these resources. */
  async listenToResources(uris: readonly string[]): Promise<Pick<McpSubscription, 'close' | 'closed'>> {
    const names = uris.map((uri) => this.events.mask.original(uri));
    const subscription = await this.calls.send(undefined, () => this.client.listen({ resourceSubscriptions: names }));
    return { close: () => subscription.close(), closed: subscription.closed };
  }

  /** Takes no further requests and closes when the last running one has ended, without a word to the server. */
  retire(): void {
    this.isOpen = false;
    this.isRetired = true;
    if (this.pending === 0) void this.transport.close().catch(() => undefined);
  }

  /** Ends the connection; a process is ended with everything it started. */
  async close(): Promise<void> {
    this.isOpen = false;
    if (this.transport instanceof HttpTransport) {
      await settlesWithin(this.transport.terminateSession(), sessionEndMs);
    }
    await this.transport.close();
  }

  /** A log message goes to the client that it is for, and otherwise to the operator. */
  private heardLog(message: JsonObject): void {
    const peer = this.calls.listener(message);
    if (peer?.log !== undefined) peer.log(message);
    else this.events.onNote(`logs ${shownValue([message['level'], message['data']], longestLog)}`);
  }

  private closed(): void {
    this.calls.dispose();
    if (!this.isOpen) return;
    this.isOpen = false;
    this.events.onLost(this);
  }

  /** In the 2026-07-28 revision changes are told only to those who listen; a lost subscription is renewed with a pause. */
  private subscribe(pauseMs = 1_000): void {
    if (this.era !== 'modern') return;
    const { tools, resources, prompts } = this.client.getServerCapabilities() ?? {};
    const filter = {
      ...(tools?.listChanged === true ? { toolsListChanged: true } : {}),
      ...(resources?.listChanged === true ? { resourcesListChanged: true } : {}),
      ...(prompts?.listChanged === true ? { promptsListChanged: true } : {}),
    };
    if (Object.keys(filter).length === 0) return;
    const renew = (): void => {
      if (!this.isOpen) return;
      if (tools?.listChanged === true) this.events.onToolsChanged();
      if (resources?.listChanged === true) this.events.onContentChanged('resources');
      if (prompts?.listChanged === true) this.events.onContentChanged('prompts');
      setTimeout(() => this.subscribe(Math.min(pauseMs * 2, 60_000)), pauseMs).unref();
    };
    this.client.listen(filter).then(
      (subscription) => void subscription.closed.then((how) => (how === 'local' ? undefined : renew())),
      (error: unknown) => this.events.onNote(`subscriptions/listen failed: ${String(error)}`),
    );
  }
}
