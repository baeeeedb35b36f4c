import type { ContentProvider } from './content-provider.js';
import type { ToolSource } from './source.js';
import { extensionPoint } from './tokens.js';

/**
 * Stands between the runtime and every source, whatever plugin brings it, also one of a single run: what it answers is used in the place of what it
 * is given. Asked once for each; kind and owner have to stay.
 */
export interface SourceGuard {
  source(source: ToolSource): ToolSource;
  content(provider: ContentProvider): ContentProvider;
}

/** Who looks at everything that sources say, in the order of the plugins. */
export const SourceGuards = extensionPoint<SourceGuard>('kernel.sourceGuards');
