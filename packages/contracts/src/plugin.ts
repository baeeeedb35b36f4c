import type { Events } from './events.js';
import type { HookPorts } from './hooks.js';
import type { JsonObject } from './json.js';
import type { ExtensionPoint, ServiceToken } from './tokens.js';

const brand = Symbol.for('@toolrack/contracts/Plugin');

/** The version of the plugin contract that this package describes. */
export const apiVersion = '1.0.0';

/** Writes lines for operators. Never secrets, arguments or results. */
export interface Logger {
  debug(message: string, fields?: Readonly<Record<string, unknown>>): void;
  info(message: string, fields?: Readonly<Record<string, unknown>>): void;
  warn(message: string, fields?: Readonly<Record<string, unknown>>): void;
  error(message: string, fields?: Readonly<Record<string, unknown>>): void;
}

/** Everything a plugin can do, all of it inside `apply`. After boot each registering method throws `ERR_PLUGIN_FROZEN`. */
export interface PluginHost {
  readonly plugin: { readonly name: string; readonly version: string };
  readonly logger: Logger;
  readonly hooks: HookPorts;
  readonly events: Events;
  /** Provides a service. The factory runs once, after all plugins have applied. A second provider is an error that names both. */
  provide<Value>(token: ServiceToken<Value>, factory: () => Value): void;
  /** Adds to an extension point, in the order of plugins. */
  contribute<Value>(point: ExtensionPoint<Value>, value: Value): void;
  /** A service of any plugin; only usable after boot (inside taps and factories), for `kernel.*` and provided tokens. */
  service<Value>(token: ServiceToken<Value>): Value;
  /** All contributions, in order; only usable after boot. */
  contributions<Value>(point: ExtensionPoint<Value>): readonly Value[];
  /** Marks cached catalogs stale, for example after a rule changed; the next run asks again. Usable at any time. */
  invalidateCatalog(): void;
  /** Runs when the runtime is disposed, in reverse order. Usable at any time. */
  onDispose(dispose: () => void | Promise<void>): void;
}

/** What `definePlugin` takes. */
export interface PluginSpec<Options extends object> {
  /** The package name. */
  readonly name: string;
  readonly version: string;
  /** Range of the contract version, `^1` or `^1.2`. */
  readonly api: string;
  /** JSON Schema of the options; anything else is refused before `apply` runs. */
  readonly optionsSchema?: JsonObject;
  /** Names of plugins that must be present; they apply first. */
  readonly requires?: readonly string[];
  /** False: the runtime boots without the plugin when `apply` fails. Default true. */
  readonly critical?: boolean;
  apply(host: PluginHost, options: Options): void | Promise<void>;
}

/** A configured plugin, ready for `createRuntime({ plugins: [...] })`. */
export interface Plugin {
  readonly name: string;
  readonly version: string;
  readonly api: string;
  readonly optionsSchema?: JsonObject;
  readonly requires: readonly string[];
  readonly critical: boolean;
  readonly options: object;
  apply(host: PluginHost): void | Promise<void>;
}

/** Makes a configured plugin; options default to `{}`. */
export type PluginFactory<Options extends object> =
  Record<never, never> extends Options ? (options?: Options) => Plugin : (options: Options) => Plugin;

/** Defines a plugin and returns its factory, the default export of a plugin package. */
export function definePlugin<Options extends object = Record<string, never>>(spec: PluginSpec<Options>): PluginFactory<Options> {
  const factory = (options?: Options): Plugin => {
    const given = options ?? ({} as Options);
    const plugin: Plugin = {
      name: spec.name,
      version: spec.version,
      api: spec.api,
      ...(spec.optionsSchema === undefined ? {} : { optionsSchema: spec.optionsSchema }),
      requires: Object.freeze([...(spec.requires ?? [])]),
      critical: spec.critical ?? true,
      options: given,
      apply: (host) => spec.apply(host, given),
    };
    return Object.freeze(Object.defineProperty(plugin, brand, { value: true }));
  };
  return factory;
}

/** True for a plugin made by `definePlugin` of any copy of this package. */
export function isPlugin(value: unknown): value is Plugin {
  return typeof value === 'object' && value !== null && (value as Record<symbol, unknown>)[brand] === true;
}
