import { type JsonValue, ToolrackError } from '@toolrack/contracts';

/** An answer without its id. */
export type AnswerBody = Readonly<Record<string, unknown>>;

/** What a request does. */
export interface Work {
  /** Does it in its turn. A rejection becomes an `error` answer. */
  run(): AnswerBody | Promise<AnswerBody>;
  /**
   * Does it as soon as the request is read, ahead of requests that still run, if it can be done already. Requests that other
   * requests may be waiting for need this: a `cancel` that waited for its turn would never stop anything.
   */
  runAtOnce?(): AnswerBody | Promise<AnswerBody> | undefined;
}

/**
 * Carries requests out one after the other and answers in the order asked. Requests with `isAsync` run at once and are answered
 * whenever they are done. No request starts before the answer to the one before it was written, so a slow reader slows the work.
 */
export class AnswerOrder {
  private tail: Promise<void> = Promise.resolve();
  private open = 0;
  private settled: (() => void)[] = [];

  constructor(private readonly write: (answer: AnswerBody & { readonly id: JsonValue }) => Promise<void>) {}

  /** Requests that are not answered yet. */
  get outstanding(): number {
    return this.open;
  }

  add(id: JsonValue, isAsync: boolean, work: Work): void {
    this.open += 1;
    const inTurn = (): Promise<AnswerBody> => attempt(() => work.run());
    if (isAsync) {
      void (atOnce(work) ?? inTurn()).then((body) => this.answer(id, body));
      return;
    }
    const early = atOnce(work);
    this.tail = this.tail.then(async () => {
      await this.answer(id, await (early ?? atOnce(work) ?? inTurn()));
    });
  }

  /** Resolves when one more request is answered. */
  nextSettled(): Promise<void> {
    return new Promise((resolve) => this.settled.push(resolve));
  }

  private async answer(id: JsonValue, body: AnswerBody): Promise<void> {
    // The writer has nobody left to tell when it fails; the process ends by other means then.
    await this.write({ id, ...body }).catch(() => undefined);
    this.open -= 1;
    for (const resolve of this.settled.splice(0)) resolve();
  }
}

function atOnce(work: Work): Promise<AnswerBody> | undefined {
  if (work.runAtOnce === undefined) return undefined;
  try {
    const result = work.runAtOnce();
    return result === undefined ? undefined : attempt(() => result);
  } catch (error) {
    return Promise.resolve(errorBody(error));
  }
}

async function attempt(run: () => AnswerBody | Promise<AnswerBody>): Promise<AnswerBody> {
  try {
    return await run();
  } catch (error) {
    return errorBody(error);
  }
}

/** `{ error: { code, message, hint? } }`, without a stack. */
export function errorBody(error: unknown): AnswerBody {
  if (ToolrackError.is(error)) {
    const { code, message, hint } = error;
    return { error: { code, message, ...(hint === undefined ? {} : { hint }) } };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { error: { code: 'ERR_PROTOCOL', message: `The request failed: ${message}` } };
}
