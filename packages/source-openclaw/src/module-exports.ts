import { isRecord, textOf } from './openclaw-shapes.js';

/** What a module offers, whichever way it exports it. */
export interface ModuleShape {
  readonly id?: string;
  readonly name?: string;
  readonly configSchema?: unknown;
  /** An array of tools or a function that gives one. */
  readonly tools?: unknown;
  readonly register?: (api: unknown) => unknown;
}

/**
 * Finds the plugin or the tools in what a module exports: a default export that is a plugin object, a `register`
 * function or an array of tools; else named exports `tools` and `register`. Throws a plain `Error` when there is neither.
 */
export function readExports(exports: Record<string, unknown>): ModuleShape {
  const candidates = [exports['default'], defaultOf(exports['default']), exports];
  for (const candidate of candidates) {
    const shape = shapeOf(candidate);
    if (shape !== undefined) return shape;
  }
  throw new Error('it exports neither tools nor a plugin (a default export with register(api) or tools)');
}

/** CommonJS output of compilers has the default export one level deeper. */
function defaultOf(value: unknown): unknown {
  return isRecord(value) ? value['default'] : undefined;
}

function shapeOf(value: unknown): ModuleShape | undefined {
  if (Array.isArray(value)) return { tools: value };
  if (typeof value === 'function') return { register: value as (api: unknown) => unknown };
  if (!isRecord(value)) return undefined;
  const register = [value['register'], value['activate']].find((candidate) => typeof candidate === 'function');
  const tools = Array.isArray(value['tools']) || typeof value['tools'] === 'function' ? value['tools'] : undefined;
  if (register === undefined && tools === undefined) return undefined;
  const id = textOf(value['id']);
  const name = textOf(value['name']);
  return {
    ...(id === undefined ? {} : { id }),
    ...(name === undefined ? {} : { name }),
    ...(value['configSchema'] === undefined ? {} : { configSchema: value['configSchema'] }),
    ...(tools === undefined ? {} : { tools }),
    ...(register === undefined ? {} : { register: (api: unknown): unknown => (register as (api: unknown) => unknown).call(value, api) }),
  };
}
