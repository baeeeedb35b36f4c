import type { ResultStoreSettings } from './options.js';

/** Name of the tool that reads on. */
export const readerName = 'read_result';

/** The call that reads on, as a model is to make it: by itself, or through the control that calls tools of the catalog. */
export function readOn(
  { through }: Pick<ResultStoreSettings, 'through'>,
  input: { readonly id: string; readonly offset?: number },
): string {
  return through === undefined ? `${readerName} ${JSON.stringify(input)}` : `${through} ${JSON.stringify({ id: readerName, args: input })}`;
}
