import { injectable } from 'inversify';
import { ToolrackError } from '@toolrack/contracts';
import type { ExtensionPoint } from '@toolrack/contracts';
import { guardContents } from '@toolrack/core';

/** Ordered, attributed contributions to extension points. Sealed after boot. */
@injectable()
export class ExtensionRegistry {
  private readonly points = new Map<string, { readonly plugin: string; readonly value: unknown }[]>();
  private sealed = false;

  add<Value>(point: ExtensionPoint<Value>, plugin: string, value: Value): void {
    if (this.sealed)
      throw new ToolrackError('ERR_PLUGIN_FROZEN', `Plugin ${plugin} contributed to ${point.id} after boot.`, {
        plugin,
        hint: 'Contribute inside apply.',
      });
    const entries = this.points.get(point.id);
    if (entries === undefined) this.points.set(point.id, [{ plugin, value }]);
    else entries.push({ plugin, value });
  }

  entries<Value>(point: ExtensionPoint<Value>): readonly { readonly plugin: string; readonly value: Value }[] {
    return (this.points.get(point.id) ?? []) as { plugin: string; value: Value }[];
  }

  /** Takes back what a plugin added before its `apply` failed. */
  remove(plugin: string): void {
    for (const [id, entries] of this.points)
      this.points.set(
        id,
        entries.filter((entry) => entry.plugin !== plugin),
      );
  }

  inspect(): readonly { readonly id: string; readonly plugin: string }[] {
    return [...this.points].flatMap(([id, entries]) => entries.map(({ plugin }) => ({ id, plugin })));
  }

  seal(): void {
    this.sealed = true;
    guardContents(this.points);
  }
}
