import type { Logger } from '@toolrack/contracts';

const nothing = (): void => undefined;

/** The logger of a runtime that was given none. */
export const silentLogger: Logger = Object.freeze({ debug: nothing, info: nothing, warn: nothing, error: nothing });
