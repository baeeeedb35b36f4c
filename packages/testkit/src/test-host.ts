import {
  type EventName,
  type ExtensionPoint,
  type HookName,
  type HookPorts,
  type HookTaps,
  type Plugin,
  type PluginHost,
  type ServiceToken,
  ToolrackError,
  type ToolrackEvent,
  hookNames,
} from '@toolrack/contracts';
import { checkKeys } from './options.js';
import { recordingLogger, type LogLine } from './recording-logger.js';
import { testEvents } from './test-events.js';

/** A tap that the plugin registered. */
export interface TestTap<Name extends HookName = HookName> {
  readonly hook: Name;
  readonly stage: number;
  readonly tap: HookTaps[Name];
}

/** What `createTestHost` takes besides the plugin. */
export interface TestHostOptions {
  /** Services of "other plugins", for `host.service`. */
  readonly services?: readonly (readonly [token: ServiceToken<unknown>, value: unknown])[];
  /** Contributions of "other plugins", for `host.contributions`. */
  readonly contributions?: readonly (readonly [point: ExtensionPoint<unknown>, value: unknown])[];
}

/** What a plugin registered on a plain in-memory host. Dispose it, or declare it with `await using`. */
export interface TestHost extends AsyncDisposable {
  readonly plugin: Plugin;
  /** The taps on one hook, by stage, then in the order of registration. */
  taps<Name extends HookName>(hook: Name): readonly TestTap<Name>[];
  /** All taps, in the order of a turn. */
  readonly allTaps: readonly TestTap[];
  /** Ids of the services that the plugin provides. */
  readonly provided: readonly string[];
  /** A provided (or given) service; its factory runs once. Throws `ERR_SERVICE_MISSING`. */
  service<Value>(token: ServiceToken<Value>): Value;
  contributions<Value>(point: ExtensionPoint<Value>): readonly Value[];
  /** Sends an event to the plugin's listeners. */
  emit(event: ToolrackEvent): void;
  readonly logs: readonly LogLine[];
  /** How often the plugin marked catalogs stale. */
  readonly invalidations: number;
  /** Runs the plugin's disposers in reverse order, once; errors are aggregated. */
  dispose(): Promise<void>;
}

const byStage = (left: TestTap, right: TestTap): number => left.stage - right.stage;

/** Applies a plugin to an in-memory host without a kernel and hands back what it registered. Rejects as `apply` does. */
export async function createTestHost(plugin: Plugin, options: TestHostOptions = {}): Promise<TestHost> {
  checkKeys('The options of createTestHost', options, { required: [], optional: ['services', 'contributions'] });
  const taps: TestTap[] = [];
  const factories = new Map<string, () => unknown>();
  const values = new Map<string, unknown>((options.services ?? []).map(([token, value]) => [token.id, value]));
  const extensions = new Map<string, unknown[]>();
  for (const [{ id }, value] of options.contributions ?? []) extensions.set(id, [...(extensions.get(id) ?? []), value]);
  const disposers: (() => void | Promise<void>)[] = [];
  const events = testEvents();
  const logger = recordingLogger();
  let frozen = false;
  let invalidations = 0;
  const registering = (what: string): void => {
    if (frozen) throw new ToolrackError('ERR_PLUGIN_FROZEN', `${plugin.name} registers ${what} after boot.`);
  };
  const booted = (what: string): void => {
    if (!frozen) throw new ToolrackError('ERR_SERVICE_MISSING', `${plugin.name} asks for ${what} before boot.`);
  };
  const service = <Value>(token: ServiceToken<Value>): Value => {
    booted(`the service ${token.id}`);
    if (!values.has(token.id)) {
      const factory = factories.get(token.id);
      if (factory === undefined) throw new ToolrackError('ERR_SERVICE_MISSING', `Nobody provides ${token.id}.`);
      values.set(token.id, factory());
    }
    return values.get(token.id) as Value;
  };
  const contributions = <Value>(point: ExtensionPoint<Value>): readonly Value[] => {
    booted(`the contributions of ${point.id}`);
    return [...(extensions.get(point.id) ?? [])] as Value[];
  };
  const hooks = Object.fromEntries(
    hookNames.map((hook) => [
      hook,
      {
        tap: (tap: HookTaps[HookName], tapOptions: { readonly stage?: number } = {}) => {
          registering(`a tap on ${hook}`);
          taps.push({ hook, stage: tapOptions.stage ?? 0, tap });
        },
      },
    ]),
  ) as unknown as HookPorts;
  const host: PluginHost = Object.freeze({
    plugin: Object.freeze({ name: plugin.name, version: plugin.version }),
    logger,
    hooks: Object.freeze(hooks),
    events,
    provide: <Value>(token: ServiceToken<Value>, factory: () => Value) => {
      registering(`the service ${token.id}`);
      if (factories.has(token.id) || values.has(token.id)) {
        throw new ToolrackError('ERR_SERVICE_CONFLICT', `${token.id} is provided twice.`);
      }
      factories.set(token.id, factory);
    },
    contribute: <Value>(point: ExtensionPoint<Value>, value: Value) => {
      registering(`a contribution to ${point.id}`);
      extensions.set(point.id, [...(extensions.get(point.id) ?? []), value]);
    },
    service,
    contributions,
    invalidateCatalog: () => {
      invalidations += 1;
    },
    onDispose: (dispose: () => void | Promise<void>) => void disposers.push(dispose),
  });
  const dispose = async (): Promise<void> => {
    const errors: unknown[] = [];
    for (const disposer of disposers.splice(0).reverse()) {
      try {
        await disposer();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw new AggregateError(errors, `${plugin.name} failed to dispose.`);
  };
  try {
    await plugin.apply(host);
  } catch (error) {
    await dispose();
    throw error;
  }
  frozen = true;
  return {
    plugin,
    taps: <Name extends HookName>(hook: Name) => taps.filter((tap): tap is TestTap<Name> => tap.hook === hook).sort(byStage),
    get allTaps() {
      return hookNames.flatMap((hook) => taps.filter((tap) => tap.hook === hook).sort(byStage));
    },
    provided: [...factories.keys()],
    service,
    contributions,
    emit: (event: { readonly name: EventName } & ToolrackEvent) => {
      events.emit(event);
    },
    logs: logger.lines,
    get invalidations() {
      return invalidations;
    },
    dispose,
    [Symbol.asyncDispose]: dispose,
  };
}
