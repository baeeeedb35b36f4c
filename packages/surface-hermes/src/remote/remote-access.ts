import { type RemoteLeg, type SurfaceView } from '@toolrack/contracts';

/** The tool without which a session has no remote side. */
export const connectionsTool = 'manage_connections';

/** True when the session was given the tool that manages remote accounts. */
export function hasConnections(view: SurfaceView): boolean {
  return view.named(connectionsTool).length > 0;
}

/** The remote leg of a session; `undefined` when it is switched off, not in scope or not available. Any doubt is a no. */
export function remoteLegOf(view: SurfaceView, legs: readonly RemoteLeg[], isEnabled: boolean): RemoteLeg | undefined {
  if (!isEnabled || !hasConnections(view)) return undefined;
  return legs.find((leg) => {
    try {
      return leg.isAvailable(view.run);
    } catch {
      return false;
    }
  });
}
