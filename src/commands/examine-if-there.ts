import { isOfOtherSchema } from '../installation/store.ts';
import type { Diagnosis } from './diagnosis.ts';

/** What a schema does not have yet is not looked at. */
export async function examineIfThere(check: string, look: () => Promise<Diagnosis>): Promise<Diagnosis> {
  try {
    return await look();
  } catch (error) {
    if (!isOfOtherSchema(error)) throw error;
    return {
      check,
      state: 'warn',
      detail: `not looked at: ${(error as Error).message}`,
      cure: 'run "breakwater migrate"',
    };
  }
}
