import type { Logger } from '../platform/telemetry/logger.ts';

/**
 * Resolves at the first SIGINT or SIGTERM, after which the process is to stop in order; a second one ends it at once.
 * @param atOnce what has to end with it then
 * @returns the exit code
 */
export async function untilSignal(logger: Logger, atOnce: () => void = () => undefined): Promise<number> {
  return new Promise((resolve) => {
    let signals = 0;
    const onSignal = (signal: NodeJS.Signals) => {
      signals += 1;
      if (signals > 1) {
        atOnce();
        process.exit(130);
      }
      logger.info({ signal }, 'Stopping.');
      resolve(0);
    };
    process.on('SIGINT', onSignal);
    process.on('SIGTERM', onSignal);
  });
}
