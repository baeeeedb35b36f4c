import { isJsonObject, type JsonObject } from '@toolrack/contracts';

import { didYouMean } from './did-you-mean.js';
import type { KeyPath } from './key-path.js';

/** A configuration of the preset `hermes` with its blocks at the top, where the schema looks for them. */
export interface HermesBlocks {
  readonly value: JsonObject;
  /** From a path in `value` to the path in the file. */
  readonly locate: (path: KeyPath) => KeyPath;
  readonly warnings: readonly string[];
}

const usedKeys = ['tool_search', 'connectors'];

/**
 * Takes `tool_search` and `connectors` from `tools`, where Hermes' own configuration has them, or from the top. Never throws: no slip
 * in these blocks may break an agent, so what is not understood is left out with a warning. What `tool_search` holds is left to the
 * surface, which coerces it.
 */
export async function hermesBlocks(given: JsonObject, at: (path: KeyPath) => string): Promise<HermesBlocks> {
  const { resolveConnectors } = await import('@toolrack/surface-hermes');
  const { tools, toolSearch, ...value } = given as Record<string, unknown>;
  const warnings: string[] = [];
  const otherBlock = (path: KeyPath): void => {
    warnings.push(`${at(path)}: is not used by the preset "hermes", whose block is tool_search.`);
  };
  if (toolSearch !== undefined) otherBlock(['toolSearch']);
  if (tools !== undefined && !isJsonObject(tools)) warnings.push(`${at(['tools'])}: must be an object, so it is ignored.`);
  const nested: JsonObject = isJsonObject(tools) ? tools : {};
  for (const key of Object.keys(nested)) {
    const path = ['tools', key];
    if (key === 'toolSearch') otherBlock(path);
    else if (!usedKeys.includes(key)) warnings.push(`${at(path)}: unknown key, so it is ignored.${didYouMean(key, usedKeys)}`);
    else if (value[key] === undefined) value[key] = nested[key];
    else warnings.push(`${at(path)}: is not used, because ${key} stands at the top as well. Remove one of the two.`);
  }
  const moved = usedKeys.filter((key) => nested[key] !== undefined && given[key] === undefined);
  const locate = (path: KeyPath): KeyPath => (moved.includes(String(path[0])) ? ['tools', ...path] : path);
  const block = value['connectors'];
  const gateway = resolveConnectors(block) ? gatewayOf(block) : false;
  if (block !== undefined && gateway === undefined) {
    const text = `names no gateway, so there are no connectors. Add its "url", or set it to false.`;
    warnings.push(`${at(locate(['connectors']))}: ${text}`);
    delete value['connectors'];
  } else if (gateway !== undefined) value['connectors'] = gateway;
  return { value: value as JsonObject, locate, warnings };
}

/** The block without its switch when it names a gateway. */
function gatewayOf(block: unknown): JsonObject | undefined {
  if (!isJsonObject(block) || block['url'] === undefined || block['url'] === null) return undefined;
  const { enabled: _switchedOn, ...gateway } = block;
  return gateway;
}
