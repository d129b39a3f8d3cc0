import { setTimeout as sleep } from 'node:timers/promises';
import { isOutdatedStatement } from './preparing-client.ts';

const maxAttempts = 6;
// PostgreSQL: serialization_failure, deadlock_detected.
const retryableCodes = new Set(['40001', '40P01']);

/**
 * Whether PostgreSQL ended a transaction for the sake of another one, or because a migration changed its tables:
 * nothing happened, and it is worth another try.
 */
export function isTransactionConflict(error: unknown): boolean {
  return retryableCodes.has((error as { code?: string }).code ?? '') || isOutdatedStatement(error);
}

/** Runs a transaction again when PostgreSQL ended it for the sake of another one. */
export async function withDeadlockRetries<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (!isTransactionConflict(error) || attempt === maxAttempts) throw error;
      await sleep(Math.random() * 10 * 2 ** attempt);
    }
  }
}
