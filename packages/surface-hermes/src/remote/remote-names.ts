import { NamesShown, RunSlot } from '@toolrack/contracts';

/** The names of remote tools that had to be cleaned before a model of the run was shown them, and what they lead back to. */
export const remoteNames = new RunSlot(() => new NamesShown());
