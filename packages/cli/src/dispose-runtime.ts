import type { Logger, Runtime } from '@toolrack/contracts';

/** Longest time for the whole shutdown: drain, sources and plugins have bounds of their own that add up to less. */
const disposeMs = 20_000;

/** Disposes a runtime; what goes wrong is logged, since the work is done by then. Never rejects. */
export async function disposeRuntime(runtime: Runtime, logger: Logger): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      logger.warn('The shutdown took too long and was given up.');
      resolve();
    }, disposeMs);
  });
  const disposing = runtime.dispose().catch((error: unknown) => {
    logger.warn('The shutdown was not clean.', { reason: error instanceof Error ? error.message : String(error) });
  });
  await Promise.race([disposing, late]);
  clearTimeout(timer);
}
