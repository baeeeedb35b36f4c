import { type CatalogEntry, type RankDocument, type Ranker, type RankIndex, type RankView, type RemoteTool } from '@toolrack/contracts';
import { reasonOf, type SurfaceSession, type ToolDescriptor, ToolrackError } from '@toolrack/contracts';
import { deferredCatalog, findDeferred } from '../deferral/deferred-catalog.js';
import { type LocalGroup } from '../search/local-search.js';

/** A tool of either side, best first. */
export type JointHit = { readonly local: ToolDescriptor } | { readonly remote: RemoteTool };

/** One group ranked over both sides. */
export interface JointGroup extends Omit<LocalGroup, 'tools'> {
  readonly hits: readonly JointHit[];
}

interface Joint {
  readonly index: RankIndex;
  remote: readonly string[];
  /** The searches of one index follow one another, since each has other remote tools in it. */
  queue: Promise<unknown>;
}

function failed(error: unknown): never {
  const message = `The ranker failed on local and remote tools together: ${reasonOf(error)}`;
  throw new ToolrackError('ERR_SEARCH_FAILED', message, { modelText: 'The search failed. Use exact names.', cause: error });
}

const remoteId = (name: string): string => `connectors:remote:${name}`;

function localDocument({ tool }: CatalogEntry): RankDocument {
  const { id, name, title, description, source, trust, inputSchema } = tool;
  const schema = trust === 'trusted' ? { inputSchema } : {};
  return { id, name, ...(title === undefined ? {} : { title }), description, source, trust, ...schema };
}

/** A remote tool as a ranker sees it: the words of its slug, its connector and its description; no parameters. */
function remoteDocument({ name, connector, slug, description }: RemoteTool): RankDocument {
  return { id: remoteId(name), name: slug, description, source: { kind: 'connectors', owner: connector }, trust: 'trusted' };
}

/**
 * Ranks remote tools together with the deferred ones, with the same ranker and therefore the same rules. The local part is indexed
 * once for each catalog and only when a remote tool is found; remote tools go in and out of it.
 */
export class JointRanking {
  private readonly known = new WeakMap<readonly CatalogEntry[], Promise<Joint>>();

  constructor(private readonly ranker: () => Ranker) {}

  async rank(group: LocalGroup, remote: readonly RemoteTool[], limit: number, session: SurfaceSession): Promise<JointGroup> {
    const joint = await this.jointOf(session).catch(failed);
    const answering = joint.queue.then(async () => {
      const view = await this.withRemote(joint, remote, session);
      return view.search({ text: group.query, limit });
    });
    joint.queue = answering.catch(() => undefined);
    const answer = await answering.catch(failed);
    const byId = new Map(remote.map((tool) => [remoteId(tool.name), tool]));
    const isAsked = (tool: RemoteTool): boolean => tool.name.toLowerCase() === group.query.trim().toLowerCase();
    const exact = remote.filter(isAsked).map((tool): JointHit => ({ remote: tool }));
    const found = answer.hits
      .flatMap(({ id }) => this.hit(id, byId, group, session))
      .filter((hit) => !('remote' in hit && isAsked(hit.remote)));
    const hits = [...exact, ...found].slice(0, limit);
    const confidence = answer.confidence ?? (hits.length > 0 ? 1 : 0);
    return { query: group.query, hits, confidence, weak: answer.weak ?? hits.length === 0, unmatched: answer.unmatched ?? [] };
  }

  /** A local tool that the session's own search did not find passes the policy once more before it is shown. */
  private hit(id: string, remote: ReadonlyMap<string, RemoteTool>, group: LocalGroup, session: SurfaceSession): readonly JointHit[] {
    const tool = remote.get(id);
    if (tool !== undefined) return [{ remote: tool }];
    const found = group.tools.find((local) => local.id === id);
    if (found !== undefined) return [{ local: found }];
    const other = findDeferred(session, id) === undefined ? undefined : session.describe(id);
    return other === undefined ? [] : [{ local: other }];
  }

  private jointOf(session: SurfaceSession): Promise<Joint> {
    const { entries } = deferredCatalog(session);
    let joint = this.known.get(entries);
    if (joint === undefined) {
      const building = async (): Promise<RankIndex> => this.ranker().index(entries.map(localDocument));
      joint = building().then((index) => ({ index, remote: [], queue: Promise.resolve() }));
      joint.catch(() => this.known.delete(entries));
      this.known.set(entries, joint);
    }
    return joint;
  }

  private async withRemote(joint: Joint, remote: readonly RemoteTool[], session: SurfaceSession): Promise<RankView> {
    const documents = remote.map(remoteDocument);
    if (joint.index.apply === undefined) {
      return this.ranker().index([...deferredCatalog(session).entries.map(localDocument), ...documents]);
    }
    joint.index.apply({ remove: joint.remote, add: documents });
    joint.remote = documents.map((document) => document.id);
    return joint.index;
  }
}
