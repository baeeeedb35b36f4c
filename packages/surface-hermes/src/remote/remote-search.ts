import { linkedController, type RemoteLeg, type RemoteSearchAnswer, type RemoteTool, untilAborted } from '@toolrack/contracts';
import { type SurfaceSession } from '@toolrack/contracts';
import { type HermesSearch } from '../search/search-request.js';
import { parseConnectorName } from './connector-name.js';
import { allowedIds } from './allowed-ids.js';

/** A remote search on its way. */
export interface RunningSearch {
  /** Never rejects. */
  readonly answer: Promise<RemoteSearchAnswer>;
  /** Ends it when nobody wants the answer any more. */
  cancel(): void;
}

function isTool(tool: unknown): tool is RemoteTool {
  const { id, name, connector, slug, description } = (tool ?? {}) as Partial<Record<keyof RemoteTool, unknown>>;
  return (
    [id, name, connector, slug, description].every((text) => typeof text === 'string') && parseConnectorName(name as string) !== undefined
  );
}

/** Each name once; whatever is no tool is dropped. */
function sound(answer: RemoteSearchAnswer, count: number): RemoteSearchAnswer {
  const groups = Array.from({ length: count }, (_, index) => {
    const tools = (answer.groups?.[index] ?? []).filter(isTool);
    return [...new Map(tools.map((tool) => [tool.name, tool])).values()];
  });
  return answer.failure === undefined ? { groups } : { groups, failure: answer.failure };
}

/** Without the tools that the policy hides: they must look as if the gateway did not have them. */
async function allowedAnswer(answer: RemoteSearchAnswer, session: SurfaceSession): Promise<RemoteSearchAnswer> {
  const allowed = await allowedIds(
    answer.groups.flat().map(({ id }) => id),
    session,
  );
  return { ...answer, groups: answer.groups.map((group) => group.filter(({ id }) => allowed.has(id))) };
}

/** Starts one request for all queries. A leg that rejects is unreachable; its words stay out of the answer. */
export function startRemoteSearch(leg: RemoteLeg, { queries, limit }: HermesSearch, session: SurfaceSession): RunningSearch {
  const { controller, release } = linkedController(session.signal);
  const none = queries.map(() => []);
  const run = async (): Promise<RemoteSearchAnswer> => {
    try {
      const answer = await untilAborted(leg.search(queries, limit, controller.signal, session.run), controller.signal);
      return await allowedAnswer(sound(answer, queries.length), session);
    } catch {
      return controller.signal.aborted ? { groups: none } : { groups: none, failure: { status: 'unavailable', reason: 'unreachable' } };
    } finally {
      release();
    }
  };
  return { answer: run(), cancel: () => controller.abort(new Error('no longer wanted')) };
}
