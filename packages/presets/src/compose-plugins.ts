import { ToolrackError, type Plugin } from '@toolrack/contracts';

/** Changes to a preset. */
export interface CompositionChanges {
  /** Plugins to add. One with the name of a preset's plugin takes its place; a second provider of a service is refused at boot. */
  readonly add?: readonly Plugin[];
  /** Names of the preset's plugins to leave out. */
  readonly without?: readonly string[];
}

/**
 * A preset with plugins added and left out, in the order in which they will apply: the preset's, then the added ones.
 * Throws `ERR_CONFIG_VALUE` when `without` names a plugin that the preset does not have.
 */
export function composePlugins(preset: readonly Plugin[], changes: CompositionChanges = {}): readonly Plugin[] {
  const { add = [], without = [] } = changes;
  for (const name of without) {
    if (preset.some((plugin) => plugin.name === name)) continue;
    const names = preset.map((plugin) => plugin.name).join(', ');
    throw new ToolrackError(
      'ERR_CONFIG_VALUE',
      `without: "${name}" is not a plugin of the preset, which has ${names === '' ? 'none' : names}. Correct or remove the name.`,
      { fields: { key: 'without', name } },
    );
  }
  const replaced = new Set<Plugin>();
  const kept = preset
    .filter((plugin) => !without.includes(plugin.name))
    .map((plugin) => {
      const replacement = add.find((candidate) => candidate.name === plugin.name);
      if (replacement !== undefined) replaced.add(replacement);
      return replacement ?? plugin;
    });
  return Object.freeze([...kept, ...add.filter((plugin) => !replaced.has(plugin))]);
}
