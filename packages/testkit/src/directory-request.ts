import type { DirectoryEntry, DirectoryRequest, RunContext, ToolDescriptor } from '@toolrack/contracts';
import { fixtureRun } from './fixture-run.js';
import { callNameOf, summariesOf } from './fixture-view.js';

/** What `directoryRequest` takes besides the tools. */
export interface DirectoryRequestOptions {
  readonly run?: RunContext;
  readonly guidance?: DirectoryRequest['guidance'];
}

/** The request that the kernel would make of deferred tools: entries for the trusted ones, sorted by id. */
export function directoryRequest(tools: readonly ToolDescriptor[], options: DirectoryRequestOptions = {}): DirectoryRequest {
  const entries = tools
    .filter(({ trust }) => trust === 'trusted')
    .map((tool): DirectoryEntry => ({
      id: tool.id,
      name: tool.name,
      callName: callNameOf(tool),
      description: tool.description,
      source: tool.source,
    }))
    .sort((left, right) => (left.id < right.id ? -1 : 1));
  return {
    run: options.run ?? fixtureRun(),
    entries,
    deferred: tools.length,
    sources: summariesOf(tools),
    guidance: options.guidance ?? { complete: 'All tools are listed above.', partial: 'Search for tools that are not listed.' },
  };
}
