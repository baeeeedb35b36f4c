import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Redactor, visibleText, type ApprovalRequest } from '@toolrack/contracts';
import type { Approvers } from './approvers.js';
import type { EditOutcomes } from './edit-outcomes.js';
import type { PendingApprovals, Verdict } from './pending-approvals.js';
import { readVerdict } from './read-verdict.js';

/** Largest body in bytes. */
const mostBody = 1_048_576;
const path = /^\/approvals(?:\/([0-9A-Za-z-]{1,64})(?:\/(allow|deny|edit))?)?$/u;

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

const redactor = new Redactor();
/** Words of a validator may repeat what a stranger wrote into a schema, or a secret. */
const words = (text: string): string => visibleText(redactor.text(text.slice(0, 2_000))).replace(/\.$/u, '');

const fault = (status: number, message: string): Answer => ({ status, body: { error: message } });

/** What the queue's server works with. */
export interface QueueServerOptions {
  readonly pending: PendingApprovals;
  readonly approvers: Approvers;
  readonly edits: EditOutcomes;
  readonly host: string;
  readonly port: number;
  readonly allowedHosts: readonly string[];
}

async function readBody(message: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message) {
    size += (chunk as Buffer).length;
    if (size > mostBody) return undefined;
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}

async function decide(
  options: QueueServerOptions,
  message: IncomingMessage,
  id: string,
  action: Verdict['action'],
  by: string,
): Promise<Answer> {
  if (!/^application\/json\b/iu.test(message.headers['content-type'] ?? '')) return fault(415, 'send application/json');
  const text = await readBody(message);
  if (text === undefined) return fault(413, `the body is larger than ${mostBody} bytes`);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return fault(400, 'the body is not JSON');
  }
  const verdict = readVerdict(action, by, body);
  if (typeof verdict === 'string') return fault(400, verdict);
  let edited: Promise<string | undefined> | undefined;
  const outcome = options.pending.decide(id, verdict, (request: ApprovalRequest) => {
    edited = options.edits.of(request);
  });
  if (outcome.how === 'unknown') return fault(404, 'no such approval waits: it was decided, cancelled or too late');
  if (outcome.how === 'other-arguments') return fault(409, 'the arguments are not those of argumentsDigest: look at the approval again');
  if (outcome.how === 'refused')
    return fault(422, `the edited arguments are wrong: ${words(outcome.problem)}. The approval goes on waiting`);
  const problem = await edited;
  if (problem !== undefined) return fault(422, `the edited call was not made: ${words(problem)}. The approval is over`);
  return { status: 200, body: { id, decision: action === 'deny' ? 'deny' : 'allow', by } };
}

async function answer(options: QueueServerOptions, message: IncomingMessage): Promise<Answer> {
  // A page in a browser has an Origin, a rebound name another Host; neither has business here.
  const hostname = /^(\[[^\]]*\]|[^:]*)(?::\d+)?$/u.exec(message.headers.host ?? '')?.[1]?.toLowerCase();
  const known = [options.host, `[${options.host}]`, 'localhost', '127.0.0.1', '[::1]', ...options.allowedHosts];
  const isKnown = known.some((name) => name.toLowerCase() === hostname);
  if (!isKnown || message.headers.origin !== undefined) return fault(403, 'this address is for programs, by its own name');
  const by = options.approvers.nameOf(message.headers.authorization);
  if (by === undefined) return fault(401, 'send the bearer token of an approver');
  const match = path.exec(message.url ?? '');
  if (match === null) return fault(404, 'the paths are /approvals, /approvals/ID and /approvals/ID/allow, /deny, /edit');
  const [, id, action] = match;
  const expected = action === undefined ? 'GET' : 'POST';
  if (message.method !== expected) return fault(405, `use ${expected}`);
  if (id === undefined) return { status: 200, body: { approvals: options.pending.list() } };
  if (action !== undefined) return decide(options, message, id, action as Verdict['action'], by);
  const found = options.pending.get(id);
  return found === undefined ? fault(404, 'no such approval waits: it was decided, cancelled or too late') : { status: 200, body: found };
}

function send(response: ServerResponse, { status, body }: Answer): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
    // What was not read of a refused body must not be taken for the next request.
    ...(status >= 400 ? { connection: 'close' } : {}),
  });
  response.end(text);
}

/** Starts the server; rejects when the address is taken. */
export async function listen(options: QueueServerOptions): Promise<{ readonly port: number; close(): Promise<void> }> {
  const server: Server = createServer({ requestTimeout: 30_000, headersTimeout: 10_000 }, (message, response) => {
    answer(options, message).then(
      (given) => send(response, given),
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, () => resolve());
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
