import type { Operation } from '../../core/operation/operation.ts';
import type { ResourceType } from './resource-type.ts';
import { type ResourceBefore, writeState } from './write-state.ts';

/**
 * Makes resources active, and puts those that may be scanned back into the schedule. Behind the locks of their customers, and
 * when capacity covers them.
 * @returns what they were before
 */
export async function wake(
  tx: Operation,
  type: ResourceType,
  resources: readonly { readonly id: string; readonly label: string }[],
): Promise<readonly ResourceBefore[]> {
  const activate = (isScanned: boolean) => {
    const those = resources.filter(({ label }) => type.mayBeScanned(tx, label) === isScanned);
    return writeState(
      tx,
      type,
      those.map(({ id }) => id),
      'active',
      isScanned,
    );
  };
  return [...(await activate(true)), ...(await activate(false))];
}
