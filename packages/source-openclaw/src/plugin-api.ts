import { resolve } from 'node:path';

import { type JsonObject, type Logger } from '@toolrack/contracts';

import type { ToolCallHook } from './before-tool-call.js';
import { hostRegistrars } from './host-registrars.js';
import { hostStub, type LoadPhase } from './host-stub.js';
import { isRecord, textOf, type OpenclawToolContext, type ToolRegistration } from './openclaw-shapes.js';

/** What a plugin's `register(api)` gets; everything about tools works, the rest is accepted and noted as ignored. */
export interface PluginApi {
  readonly id: string;
  readonly pluginConfig: JsonObject;
  registerTool(tool: unknown, options?: unknown): void;
  readonly [member: string]: unknown;
}

/** Facts that an `api` object is made from. */
export interface PluginApiOptions {
  readonly id: string;
  readonly name: string;
  readonly version?: string;
  readonly source: string;
  readonly rootDirectory: string;
  /** OpenClaw's whole configuration, as far as Toolrack has one: the plugin's own entry. */
  readonly hostConfig: JsonObject;
  readonly pluginConfig: JsonObject;
  readonly logger: Logger;
  readonly phase: LoadPhase;
  readonly onTool: (registration: ToolRegistration) => void;
  readonly onHook: (hook: Pick<ToolCallHook, 'handler' | 'priority'>) => void;
}

/** Makes the `api` object of one plugin. */
export function createPluginApi(options: PluginApiOptions): PluginApi {
  const { phase, hostConfig, logger } = options;
  const ignored = hostRegistrars.map((name) => [name, () => phase.ignore(name)]);
  const known: Record<string, unknown> = {
    ...(Object.fromEntries(ignored) as Record<string, unknown>),
    id: options.id,
    name: options.name,
    version: options.version,
    source: options.source,
    rootDir: options.rootDirectory,
    registrationMode: 'full',
    config: hostConfig,
    pluginConfig: options.pluginConfig,
    logger: pluginLogger(logger, options.id),
    runtime: createRuntimeFacade(hostConfig, logger, options.id, phase),
    resolvePath: (path: string) => resolve(options.rootDirectory, path),
    on: (event: unknown, handler: unknown, hookOptions?: unknown) => {
      if (event !== 'before_tool_call') phase.ignore('on');
      else if (typeof handler !== 'function') throw new Error('the handler of before_tool_call is not a function');
      else if (phase.isLoading) options.onHook({ handler: handler as ToolCallHook['handler'], priority: priorityOf(hookOptions) });
      else logger.warn(`Plugin "${options.id}" registered before_tool_call after it was loaded; the handler is not used.`);
    },
    registerTool: (tool: unknown, toolOptions?: unknown) => {
      if (phase.isLoading) options.onTool(registrationOf(tool, toolOptions));
      else logger.warn(`Plugin "${options.id}" registered a tool after it was loaded; it is not offered.`);
    },
  };
  return new Proxy(known, {
    get(target, key) {
      if (typeof key === 'symbol' || key === 'then' || key in target) return Reflect.get(target, key) as unknown;
      return isRegistrar(key) ? () => phase.ignore(key) : hostStub(`api.${key}`, phase);
    },
    has: () => true,
  }) as unknown as PluginApi;
}

function priorityOf(given: unknown): number {
  const priority = isRecord(given) ? given['priority'] : undefined;
  return typeof priority === 'number' && Number.isFinite(priority) ? priority : 0;
}

/** Members that hand something to the host and expect nothing back: accepted at any time. */
function isRegistrar(key: string): boolean {
  return key === 'on' || /^(?:register|on)[A-Z]/.test(key);
}

/** Takes a tool, a factory function or a factory object (`{ contextVersion: 2, create }`). */
function registrationOf(tool: unknown, given: unknown): ToolRegistration {
  const options = isRecord(given) ? given : {};
  const names = [options['name'], ...(Array.isArray(options['names']) ? (options['names'] as unknown[]) : [])];
  const shared = {
    names: [...new Set(names.filter((name) => textOf(name) !== undefined))] as string[],
    isOptional: options['optional'] === true,
  };
  if (typeof tool === 'function') {
    return { ...shared, create: (context) => (tool as (context: unknown) => unknown)(context) };
  }
  try {
    if (isRecord(tool) && tool['execute'] === undefined && typeof tool['create'] === 'function') {
      const factory = tool as { create(context: OpenclawToolContext): unknown };
      return { ...shared, create: (context) => factory.create(context) };
    }
    return { ...shared, isOptional: shared.isOptional || (isRecord(tool) && tool['optional'] === true), create: () => [tool] };
  } catch {
    // A tool that cannot even be read is reported where tools are listed.
    return { ...shared, create: () => [tool] };
  }
}

/** The few runtime helpers that tool plugins read; every other one is a stub. */
function createRuntimeFacade(config: JsonObject, logger: Logger, id: string, phase: LoadPhase): unknown {
  const known: Record<string, unknown> = {
    config: { current: () => config, loadConfig: () => config, get: () => config },
    logging: { getChildLogger: () => pluginLogger(logger, id), shouldLogVerbose: () => false },
  };
  return new Proxy(known, {
    get: (target, key) =>
      typeof key === 'symbol' || key === 'then' || key in target
        ? (Reflect.get(target, key) as unknown)
        : hostStub(`api.runtime.${key}`, phase),
  });
}

type LogLine = (message: unknown, detail?: unknown) => void;

/** A plugin's logger. Objects beside the message are dropped, as nobody knows whether they hold secrets; errors give their message. */
export function pluginLogger(logger: Logger, id: string): Record<string, unknown> {
  const line =
    (write: (message: string) => void): LogLine =>
    (message, detail) => {
      const text = typeof message === 'string' ? message : 'wrote a line that is not a text';
      write(`[${id}] ${text}${detail instanceof Error ? ` ${detail.message}` : ''}`);
    };
  const lines: Record<string, unknown> = {
    trace: line((text) => logger.debug(text)),
    debug: line((text) => logger.debug(text)),
    info: line((text) => logger.info(text)),
    warn: line((text) => logger.warn(text)),
    error: line((text) => logger.error(text)),
    fatal: line((text) => logger.error(text)),
    raw: line((text) => logger.info(text)),
    isVerbose: false,
    isEnabled: () => false,
  };
  lines['child'] = () => lines;
  return lines;
}
