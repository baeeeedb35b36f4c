import { type JsonObject, type RunContext } from '@toolrack/contracts';

import { type OpenclawToolContext } from './openclaw-shapes.js';

/** OpenClaw's name for the agent that is used when none is named. */
const defaultAgent = 'main';

/** What a tool factory learns: of the run, or of no run in particular while tools are listed. */
export function createToolContext(config: JsonObject, workspaceDirectory: string, run?: RunContext): OpenclawToolContext {
  const { agent, session, sandbox } = run?.scope ?? {};
  return {
    config,
    runtimeConfig: config,
    getRuntimeConfig: () => config,
    workspaceDir: workspaceDirectory,
    agentId: agent ?? defaultAgent,
    ...(session === undefined ? {} : { sessionKey: session, sessionId: session }),
    sandboxed: sandbox !== undefined,
    ...(run?.model === undefined ? {} : { activeModel: { provider: run.model.provider, modelId: run.model.id } }),
    assertInvocationCurrent: () => {
      if (run === undefined) throw new Error('No call is running.');
      run.signal.throwIfAborted();
    },
  };
}
