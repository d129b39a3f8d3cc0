import { Operation, type Resources } from '../../core/operation/operation.ts';

/** So many are looked at in one go; a burst takes several. */
export const dueAtOnce = 100;
/** What could not be made is looked at again so much later. */
const postponedMs = 300_000;

interface DueWork {
  /** In a transaction of its own. */
  readonly make: (tx: Operation, id: string) => Promise<void>;
  readonly postpone: (operation: Operation, id: string, until: Date) => Promise<void>;
  readonly onError: (error: Error) => void;
}

/** Makes what is due of each, one after another. One that cannot be made is looked at again after a pause, and holds up no other. */
export async function makeWhatIsDue(
  resources: Resources,
  due: readonly { readonly partner_id: string; readonly id: string }[],
  { make, postpone, onError }: DueWork,
): Promise<void> {
  for (const { partner_id: partnerId, id } of due) {
    const operation = Operation.bySystem(resources, partnerId);
    try {
      await operation.transaction((tx) => make(tx, id));
    } catch (error) {
      onError(error as Error);
      await postpone(operation, id, new Date(operation.clock.now().getTime() + postponedMs));
    }
  }
}
