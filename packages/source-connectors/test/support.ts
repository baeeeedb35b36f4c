import {
  type JsonObject,
  type RemoteEntry,
  type RemoteLeg,
  RemoteLegs,
  type RunContext,
  type SurfaceSession,
  ToolrackError,
  type ToolResult,
  ToolSources,
} from '@toolrack/contracts';
import { createTestHost, fixtureRun, fixtureSession, fixtureTool, type TestHost } from '@toolrack/testkit';

import { connectors, type ConnectorsOptions } from '../src/index.js';
import { ConnectorSource } from '../src/connector-source.js';
import { startReferenceGateway, type ReferenceGateway, type ReferenceGatewayOptions } from '../src/reference-gateway/index.js';

export const token = 'token-that-stays-secret';

/** The plugin over a running reference gateway. */
export interface Setup extends AsyncDisposable {
  readonly gateway: ReferenceGateway;
  readonly host: TestHost;
  readonly leg: RemoteLeg;
  readonly source: ConnectorSource;
  readonly run: RunContext;
}

/** Starts both; every test disposes them. */
export async function setUp(options: ConnectorsOptions = {}, gatewayOptions: ReferenceGatewayOptions = {}): Promise<Setup> {
  const gateway = await startReferenceGateway({ token, ...gatewayOptions });
  const host = await createTestHost(connectors({ url: gateway.url, token, ...options }));
  const [leg] = host.contributions(RemoteLegs);
  const [source] = host.contributions(ToolSources);
  return {
    gateway,
    host,
    leg: leg as RemoteLeg,
    source: source as ConnectorSource,
    run: fixtureRun(),
    async [Symbol.asyncDispose]() {
      await host.dispose();
      await gateway.close();
    },
  };
}

export const never = (): AbortSignal => new AbortController().signal;
export const entry = (name: string, callArguments: JsonObject = {}, index = 0): RemoteEntry => ({ index, name, arguments: callArguments });

/** What the pipeline in front of the source does to one call. */
export interface Pipeline {
  /** Rewrites the arguments, throws to deny, or ends the run. */
  readonly before?: (toolId: string, callArguments: JsonObject) => JsonObject;
  readonly after?: (result: ToolResult) => ToolResult;
  readonly signal?: AbortSignal;
}

/**
 * A session whose `call` goes the way that a kernel with `ToolSource.resolve` goes: the source resolves the name, the hooks see the tool
 * under its own id, the source carries the call out. `ids` are the ids that the hooks saw.
 */
export function sessionOf(setup: Setup, pipeline: Pipeline = {}): SurfaceSession & { readonly ids: readonly string[] } {
  const { source, run } = setup;
  const ids: string[] = [];
  const base = fixtureSession([], { run, ...(pipeline.signal === undefined ? {} : { signal: pipeline.signal }) });
  let sequence = 0;
  return {
    ...base,
    ids,
    call: async (id, callArguments, options) => {
      const name = id.slice(`${source.kind}:${source.owner}:`.length);
      const definition = await source.resolve(name, { run });
      if (definition === undefined) throw new ToolrackError('ERR_TOOL_UNKNOWN', `There is no tool ${id}.`);
      ids.push(id);
      const given = pipeline.before?.(id, callArguments as JsonObject) ?? (callArguments as JsonObject);
      const result = await source.call({
        tool: fixtureTool({ name, source: { kind: source.kind, owner: source.owner } }),
        name,
        arguments: given,
        callId: options?.callId ?? `${base.callId}/${String((sequence += 1))}`,
        run,
        signal: base.signal,
        onProgress: () => undefined,
      });
      return pipeline.after?.(result) ?? result;
    },
  };
}

/** Calls `manage_connections`. */
export async function manage(
  setup: Setup,
  callArguments: JsonObject,
  signal = never(),
): Promise<ToolResult & { readonly details: unknown }> {
  const result = await setup.source.call({
    tool: fixtureTool({ name: 'manage_connections', source: { kind: 'connectors', owner: 'gateway' } }),
    name: 'manage_connections',
    arguments: callArguments,
    callId: 'manage-1',
    run: setup.run,
    signal,
    onProgress: () => undefined,
  });
  return { details: undefined, ...result };
}

/** The slugs that were executed, in order. */
export function executed(gateway: ReferenceGateway): readonly string[] {
  return gateway.requests.flatMap(({ route, body }) =>
    route === 'execute' ? (body['calls'] as readonly { readonly slug: string }[]).map(({ slug }) => slug) : [],
  );
}

/** A port that nothing listens on. */
export async function deadAddress(): Promise<string> {
  const gateway = await startReferenceGateway();
  await gateway.close();
  return gateway.url;
}
