import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';

/** How the endpoint behaves for the next requests. */
export type Behaviour =
  | { readonly kind: 'answer'; readonly delayMs?: number }
  | { readonly kind: 'silent' }
  | { readonly kind: 'endless' }
  | { readonly kind: 'status'; readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  | { readonly kind: 'body'; readonly body: unknown };

/** An OpenAI-compatible embeddings endpoint on loopback. Words that it was told to be alike share a dimension. */
export interface ScriptedEndpoint extends AsyncDisposable {
  readonly url: string;
  readonly requests: { readonly input: readonly string[]; readonly model: string; readonly authorization: string | undefined }[];
  behaviour: Behaviour;
  /** The model that it says it runs. */
  liveModel: string;
  dimensions: number;
  close(): Promise<void>;
}

/** Words of one row mean the same. */
export const meanings: readonly (readonly string[])[] = [
  ['picture', 'photo', 'image', 'snapshot'],
  ['delete', 'trash', 'bin', 'remove'],
  ['mail', 'email', 'letter', 'recipients'],
];

export async function scriptedEndpoint(): Promise<ScriptedEndpoint> {
  const slots = new Map<string, number>();
  meanings.forEach((words, slot) => words.forEach((word) => slots.set(word, slot)));
  let next = meanings.length;
  const embed = (text: string, dimensions: number): number[] => {
    const vector = Array.from({ length: dimensions }, () => 0);
    for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
      const slot = slots.get(word) ?? next++;
      slots.set(word, slot);
      if (slot < dimensions) vector[slot] = (vector[slot] as number) + 1;
    }
    return vector;
  };
  const answer = (request: IncomingMessage, response: ServerResponse, text: string): void => {
    const { input, model } = JSON.parse(text) as { input: string[]; model: string };
    endpoint.requests.push({ input, model, authorization: request.headers.authorization });
    const { behaviour } = endpoint;
    const send = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): void => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(JSON.stringify(body));
    };
    const vectors = (): unknown => ({
      model: endpoint.liveModel,
      data: input.map((each, index) => ({ index, embedding: embed(each, endpoint.dimensions) })).reverse(),
    });
    if (behaviour.kind === 'status') send(behaviour.status, { error: 'scripted' }, behaviour.headers);
    else if (behaviour.kind === 'body') send(200, behaviour.body);
    else if (behaviour.kind === 'endless') {
      const timer = setInterval(() => response.write(' '.repeat(65_536)), 1);
      response.on('close', () => clearInterval(timer));
    } else if (behaviour.kind === 'answer') setTimeout(() => send(200, vectors()), behaviour.delayMs ?? 0);
  };
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => answer(request, response, text));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = (): Promise<void> => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(() => resolve()));
  };
  const endpoint: ScriptedEndpoint = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests: [],
    behaviour: { kind: 'answer' },
    liveModel: 'scripted-1',
    dimensions: 700,
    close,
    [Symbol.asyncDispose]: close,
  };
  return endpoint;
}
