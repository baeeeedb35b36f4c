import { type ControlNames } from '../settings/surface-options.js';
import { type RunSettings } from '../settings/run-settings.js';

/** What the prompt says about using the directory: when every deferred tool is listed, and when some are not. */
export interface DirectoryGuidance {
  readonly complete: string;
  readonly partial: string;
}

/** The guidance of a mode, also for a directory that cannot list a single name. The same settings give the same bytes. */
export function directoryGuidance(
  { mode, isDirectoryMapped }: RunSettings,
  { search, describe, call }: Required<ControlNames>,
  hasRows: boolean,
): DirectoryGuidance {
  if (!hasRows) {
    const only = `Find tools with ${search}, which shows their input signatures, and invoke them through ${call} with the id or name and args. Use ${describe} for exact schemas.`;
    return { complete: only, partial: only };
  }
  const canCallByName = mode === 'directory';
  const use = canCallByName
    ? `A listed tool may be called directly by its exact name, or through ${call} with its id or name and args.`
    : `Listed names are not directly callable${isDirectoryMapped ? ' in this host' : ''}: invoke them through ${call} with the id or name and args, also when other instructions refer to them by name.`;
  const schema = `Use ${search} for input signatures and ${describe} for exact schemas.`;
  return {
    complete: `${use} ${schema}`,
    partial: `${use} ${schema} Tools that are not listed are found with ${search}.`,
  };
}
