import { Problem } from '../../core/api/problems.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { demandsSecondFactor } from '../credentials/index.ts';
import { getAdministrator } from './administrator-record.ts';

/** Whether the partner's administrators must have a second factor. */
export async function isSecondFactorDemanded(operation: Operation): Promise<boolean> {
  const { demanded } = await operation.db
    .selectPartner()
    .select(demandsSecondFactor().as('demanded'))
    .executeTakeFirstOrThrow();
  return demanded;
}

/**
 * Whoever demands it of everybody must have one, too.
 * @throws Problem SECOND_FACTOR_NOT_SET_UP for an administrator who has none
 */
export async function requireOwnFactor(operation: Operation): Promise<void> {
  const { actor } = operation.caller;
  if (actor.kind !== 'administrator') return;
  const { has_second_factor: isSetUp } = await getAdministrator(operation, actor.id);
  if (!isSetUp) throw new Problem('SECOND_FACTOR_NOT_SET_UP');
}

/**
 * For whoever has just taken one away, in that transaction.
 * @throws Problem LAST_SECOND_FACTOR when none is left, and one is demanded
 */
export async function requireAnotherFactor(tx: Operation, administratorId: string): Promise<void> {
  const { has_second_factor: isLeft } = await getAdministrator(tx, administratorId);
  if (!isLeft && (await isSecondFactorDemanded(tx))) throw new Problem('LAST_SECOND_FACTOR');
}
