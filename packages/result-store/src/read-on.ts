import { RunSlot, type RunContext } from '@toolrack/contracts';
import type { KeptResults } from './kept-results.js';

/** Name of the tool that reads on. */
export const readerName = 'read_result';
/** The id of the source. */
export const readResultSource = 'toolrack:results';
/** The same tool where it is left out of lists: what is hidden from a run cannot be called under the listed name. */
export const unlistedName = 'read';
/** Id of the tool that is shown directly. */
export const readerId = `${readResultSource}:${readerName}`;
/** Id of the tool that is called through a control. */
export const unlistedReaderId = `${readResultSource}:${unlistedName}`;

/** The call that reads on, as a model is to make it in a run: through the control that calls tools of the catalog, or by itself. */
export class ReaderCalls {
  /** What a surface shows the reader as, where it shows it beside a control that nobody sees. */
  private readonly shown = new RunSlot<string | undefined>(() => undefined);

  /** `control` is the control of a run that tools are called through, if it has one. */
  constructor(private readonly control: (run: RunContext) => string | undefined) {}

  showAs(run: RunContext, name: string): void {
    this.shown.set(run, name);
  }

  in(run: RunContext, input: { readonly id: string; readonly offset?: number }): string {
    const name = this.shown.get(run);
    const control = name === undefined ? this.control(run) : undefined;
    // A server may have a tool of the reader's name, so its id is said where tools are found by reference.
    return control === undefined
      ? `${name ?? readerName} ${JSON.stringify(input)}`
      : `${control} ${JSON.stringify({ id: unlistedReaderId, args: input })}`;
  }
}

/** What is kept, and how a model is told to read it. */
export interface KeptReading {
  readonly kept: KeptResults;
  readonly calls: ReaderCalls;
}
