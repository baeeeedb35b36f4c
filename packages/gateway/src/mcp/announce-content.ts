import type { Server } from '@modelcontextprotocol/server';
import type { ContentKind } from '../content/content-watch.js';

/** Tells the client of one connection, if such lists were declared to it. In the stateless era the library passes it on to those who listen. */
export function announceContent(server: Server, what: ContentKind): void {
  if (server.getCapabilities()[what] === undefined) return;
  const sent = what === 'resources' ? server.sendResourceListChanged() : server.sendPromptListChanged();
  sent.catch(() => undefined);
}
