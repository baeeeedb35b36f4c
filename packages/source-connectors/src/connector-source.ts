import {
  linkedController,
  ToolrackError,
  type RunContext,
  type ToolDefinition,
  type ToolResult,
  type ToolSource,
  type ToolSourceCall,
} from '@toolrack/contracts';

import type { AvailabilityGate } from './availability-gate.js';
import { composeConnectorName, formatConnectorName, parseConnectorName, slugCandidates, sourceIdentity } from './connector-name.js';
import type { GatewayClient } from './gateway/gateway-client.js';
import { gatewayError } from './gateway/gateway-error.js';
import type { CallOutcome } from './gateway/wire.js';
import { resultOfOutcome } from './legs/call-text.js';
import { fitToSurface, type ConnectionSurface } from './legs/connection-required.js';
import type { ExactCalls } from './legs/execute-leg.js';
import { connectionsTool } from './manage/definition.js';
import type { ConnectionManager } from './manage/connection-manager.js';

/** What the source works with. */
export interface ConnectorSourceParts {
  readonly client: GatewayClient;
  readonly gate: AvailabilityGate;
  readonly manager: ConnectionManager;
  readonly exactCalls: ExactCalls;
  readonly surfaceOf: (run: RunContext) => ConnectionSurface;
}

/**
 * The source `connectors:gateway`. It lists `manage_connections` alone: the tools of the gateway are too many to list and are resolved by
 * name when they are called. `resolve` is for kernels that ask for such tools.
 */
export class ConnectorSource implements ToolSource {
  readonly kind = sourceIdentity.kind;
  readonly owner = sourceIdentity.owner;
  readonly label = 'connectors';
  readonly trust = 'trusted';
  private readonly closing = new AbortController();

  constructor(private readonly parts: ConnectorSourceParts) {}

  async list(): Promise<{ readonly tools: readonly ToolDefinition[] }> {
    return { tools: [connectionsTool] };
  }

  /** Any well-formed name: whether the tool exists is for the gateway to say, and its schema is for the gateway to check. */
  async resolve(name: string, { run }: { readonly run: RunContext }): Promise<ToolDefinition | undefined> {
    const parsed = parseConnectorName(name);
    if (parsed === undefined || formatConnectorName(parsed) !== name || !(await this.parts.gate.check(run))) return undefined;
    return { name, inputSchema: { type: 'object' }, annotations: { openWorldHint: true } };
  }

  async call(call: ToolSourceCall): Promise<ToolResult> {
    const { controller, release } = linkedController(call.signal, this.closing.signal);
    if (controller.signal.aborted) throw gatewayError('interrupted');
    const bounded = { ...call, signal: controller.signal };
    try {
      return await (call.name === connectionsTool.name ? this.parts.manager.call(bounded) : this.execute(bounded));
    } finally {
      release();
    }
  }

  dispose(): void {
    this.closing.abort(new ToolrackError('ERR_CALL_INTERRUPTED', 'The runtime is disposed.'));
  }

  private async execute(call: ToolSourceCall): Promise<ToolResult> {
    const name = parseConnectorName(call.name);
    if (name === undefined || !(await this.parts.gate.check(call.run))) {
      throw new ToolrackError('ERR_TOOL_UNAVAILABLE', 'This connector tool is not available in this session.', { toolId: call.tool.id });
    }
    const [prefixed, literal] = slugCandidates(name);
    const send = (slug: string): Promise<CallOutcome> =>
      this.parts.client.execute(
        { slug, connector: name.connector, arguments: call.arguments },
        { scope: call.run.scope, signal: call.signal },
      );
    let outcome = await send(prefixed);
    // A literal slug with the connector's prefix is another tool, with a name of its own.
    const isSameTool = composeConnectorName(name.connector, literal) === formatConnectorName(name);
    if ('error' in outcome && outcome.error.code === 'TOOL_NOT_FOUND' && isSameTool && !this.parts.exactCalls.has(call.callId)) {
      if (call.signal.aborted) throw gatewayError('interrupted');
      outcome = await send(literal);
    }
    const shown = 'error' in outcome ? { error: fitToSurface(outcome.error, this.parts.surfaceOf(call.run)) } : outcome;
    return resultOfOutcome(shown);
  }
}
