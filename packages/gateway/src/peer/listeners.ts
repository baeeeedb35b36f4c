import type { JsonObject, ToolProgress } from '@toolrack/contracts';

/** What a waiting request passes on to its client while the call runs. */
export interface Listeners {
  readonly onProgress?: (progress: ToolProgress) => void;
  readonly log?: (message: JsonObject) => void;
}
