import { textForModel, type ToolProgress } from '@toolrack/contracts';
import { Thinner } from '../util/thinner.js';

/** Passes the progress of one call on, thinned out and strictly increasing as MCP demands; silent after `stop`. */
export class ProgressForwarder {
  private last = -Infinity;
  private readonly thinner = new Thinner();
  private stopped = false;

  constructor(private readonly send: (progress: ToolProgress) => Promise<void>) {}

  readonly forward = (progress: ToolProgress): void => {
    if (this.stopped || !(progress.progress > this.last) || !this.thinner.take()) return;
    this.last = progress.progress;
    const { total, message } = progress;
    const clean: ToolProgress = {
      progress: progress.progress,
      ...(total === undefined ? {} : { total }),
      ...(message === undefined ? {} : { message: textForModel(message) }),
    };
    // A client that has gone cancels the call by its own signal; the failed notification adds nothing.
    this.send(clean).catch(() => undefined);
  };

  stop(): void {
    this.stopped = true;
  }
}
