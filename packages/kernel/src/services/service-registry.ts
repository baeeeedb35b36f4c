import { inject, injectable, type Container } from 'inversify';
import { ToolrackError, type ServiceToken } from '@toolrack/contracts';
import { reasonOf } from '../util/time.js';
import { tokens } from './tokens.js';

/** The services that plugins provide, as inversify singletons behind `ServiceToken`s: one provider each, built lazily, disposed in reverse. */
@injectable()
export class ServiceRegistry {
  private readonly providers = new Map<string, string>();
  private readonly built: { readonly id: string; readonly value: unknown }[] = [];
  private readonly cache = new Map<string, unknown>();
  private sealed = false;

  constructor(@inject(tokens.container) private readonly container: Container) {}

  provide<Value>(token: ServiceToken<Value>, plugin: string, factory: () => Value): void {
    if (this.sealed)
      throw new ToolrackError('ERR_PLUGIN_FROZEN', `Plugin ${plugin} provided ${token.id} after boot.`, {
        plugin,
        hint: 'Provide inside apply.',
      });
    const other = this.providers.get(token.id);
    if (other !== undefined) {
      throw new ToolrackError('ERR_SERVICE_CONFLICT', `Plugins ${other} and ${plugin} both provide ${token.id}.`, {
        plugin,
        fields: { service: token.id, plugins: [other, plugin] },
        hint: 'Leave one of the two out.',
      });
    }
    this.providers.set(token.id, plugin);
    this.container
      .bind<unknown>(identifier(token.id))
      .toDynamicValue(() => this.build(token.id, plugin, factory))
      .inSingletonScope();
  }

  has(token: ServiceToken<unknown>): boolean {
    return this.providers.has(token.id);
  }

  get<Value>(token: ServiceToken<Value>): Value {
    if (this.cache.has(token.id)) return this.cache.get(token.id) as Value;
    if (!this.sealed)
      throw new ToolrackError(
        'ERR_SERVICE_MISSING',
        `Service ${token.id} was asked for before all plugins have applied.`,
        { hint: 'Ask inside a tap or a factory.' },
      );
    if (!this.providers.has(token.id)) {
      throw new ToolrackError('ERR_SERVICE_MISSING', `No plugin provides ${token.id}.`, {
        fields: { service: token.id },
        hint: 'Add a plugin that does.',
      });
    }
    const value = this.container.get<Value>(identifier(token.id));
    this.cache.set(token.id, value);
    return value;
  }

  /** Takes back what a plugin provided before its `apply` failed. */
  remove(plugin: string): void {
    for (const [id, provider] of this.providers) {
      if (provider !== plugin) continue;
      this.providers.delete(id);
      this.container.unbind(identifier(id));
    }
  }

  seal(): void {
    this.sealed = true;
  }

  inspect(): readonly { readonly id: string; readonly provider: string }[] {
    return [...this.providers].map(([id, provider]) => ({ id, provider }));
  }

  /** Calls `dispose` of every built service that has one, the last built first; answers what went wrong. */
  async dispose(): Promise<readonly unknown[]> {
    const errors: unknown[] = [];
    for (const { value } of this.built.splice(0).reverse()) {
      try {
        await (value as { dispose?: () => unknown } | undefined)?.dispose?.();
      } catch (error) {
        errors.push(error);
      }
    }
    return errors;
  }

  private build<Value>(id: string, plugin: string, factory: () => Value): Value {
    let value: Value;
    try {
      value = factory();
    } catch (error) {
      if (ToolrackError.is(error)) throw error;
      throw new ToolrackError('ERR_SERVICE_FAILED', `Plugin ${plugin} could not build ${id}: ${reasonOf(error)}`, {
        plugin,
        cause: error,
      });
    }
    if (value === undefined || value === null || typeof (value as { then?: unknown }).then === 'function') {
      throw new ToolrackError(
        'ERR_SERVICE_FAILED',
        `The factory of ${id} in plugin ${plugin} must return the service itself, at once.`,
        { plugin },
      );
    }
    this.built.push({ id, value });
    return value;
  }
}

/** Equal token ids mean one service, also across copies of the contracts package. */
function identifier(id: string): symbol {
  return Symbol.for(`toolrack.service/${id}`);
}
