import { inject, injectable, type Container } from 'inversify';
import { isThenable, reasonOf, ToolrackError, type ServiceToken } from '@toolrack/contracts';
import { tokens } from './tokens.js';

/** The services that plugins provide, as inversify singletons behind `ServiceToken`s: one provider each, disposed in reverse order. */
@injectable()
export class ServiceRegistry {
  private readonly providers = new Map<string, string>();
  /** Built services in the order in which they were built. */
  private readonly built = new Map<string, unknown>();
  private sealed = false;

  constructor(@inject(tokens.container) private readonly container: Container) {}

  provide<Value>(token: ServiceToken<Value>, plugin: string, factory: () => Value): void {
    const { id } = token;
    if (this.sealed)
      throw new ToolrackError('ERR_PLUGIN_FROZEN', `Plugin ${plugin} provided ${id} after boot.`, {
        plugin,
        hint: 'Provide inside apply.',
      });
    const other = this.providers.get(id);
    if (other !== undefined) {
      const fields = { service: id, plugins: [other, plugin] };
      throw new ToolrackError('ERR_SERVICE_CONFLICT', `Plugins ${other} and ${plugin} both provide ${id}.`, {
        plugin,
        fields,
        hint: 'Leave one of the two out.',
      });
    }
    this.providers.set(id, plugin);
    this.container
      .bind<unknown>(identifier(id))
      .toDynamicValue(() => this.build(id, plugin, factory))
      .inSingletonScope();
  }

  has(token: ServiceToken<unknown>): boolean {
    return this.providers.has(token.id);
  }

  get<Value>({ id }: ServiceToken<Value>): Value {
    if (this.built.has(id)) return this.built.get(id) as Value;
    if (!this.sealed) {
      throw new ToolrackError('ERR_SERVICE_MISSING', `Service ${id} was asked for before all plugins have applied.`, {
        hint: 'Ask inside a tap or a factory.',
      });
    }
    if (!this.providers.has(id))
      throw new ToolrackError('ERR_SERVICE_MISSING', `No plugin provides ${id}.`, {
        fields: { service: id },
        hint: 'Add a plugin that does.',
      });
    return this.container.get<Value>(identifier(id));
  }

  /** Builds every service, so that a broken one fails the boot and not a turn. */
  buildAll(): void {
    for (const id of this.providers.keys()) this.get({ type: 'service', id });
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

  /** Calls `dispose` of every built service that has one; answers what went wrong. */
  async dispose(): Promise<readonly unknown[]> {
    const errors: unknown[] = [];
    for (const value of [...this.built.values()].reverse()) {
      try {
        await (value as { dispose?: () => unknown }).dispose?.();
      } catch (error) {
        errors.push(error);
      }
    }
    this.built.clear();
    return errors;
  }

  private build(id: string, plugin: string, factory: () => unknown): unknown {
    let value: unknown;
    try {
      value = factory();
    } catch (error) {
      if (ToolrackError.is(error)) throw error;
      throw new ToolrackError('ERR_SERVICE_FAILED', `Plugin ${plugin} could not build ${id}: ${reasonOf(error)}`, { plugin, cause: error });
    }
    if (value === undefined || value === null || isThenable(value)) {
      throw new ToolrackError('ERR_SERVICE_FAILED', `The factory of ${id} in plugin ${plugin} must return the service itself, at once.`, {
        plugin,
      });
    }
    this.built.set(id, value);
    return value;
  }
}

/** Equal token ids mean one service, also across copies of the contracts package. */
function identifier(id: string): symbol {
  return Symbol.for(`toolrack.service/${id}`);
}
