import { InvalidInput } from '../../core/api/problems.ts';
import { recordFact } from '../../core/audit/record-facts.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { requireOwnFactor } from '../administrators/index.ts';

/** By whose will a partner's administrators must have a second factor. */
export interface SecondFactorDemand {
  readonly byPartner: boolean;
  readonly byOperator: boolean;
}

export async function getSecondFactorDemand(operation: Operation): Promise<SecondFactorDemand> {
  return selectDemand(operation).executeTakeFirstOrThrow();
}

/**
 * Demands a second factor of all administrators of the partner, or no longer: who has none can do nothing but set one up, from the next
 * request on. The operator's demand and the partner's own stand beside each other, and the partner cannot lift the operator's.
 * @returns false when it was so already
 * @throws Problem SECOND_FACTOR_NOT_SET_UP for an administrator without one; InvalidInput on required
 */
export async function demandSecondFactor(operation: Operation, required: boolean): Promise<boolean> {
  return operation.transaction(async (tx) => {
    const isOperator = tx.caller.actor.kind === 'operator';
    const { byPartner, byOperator } = await selectDemand(tx).forNoKeyUpdate().executeTakeFirstOrThrow();
    if (!isOperator && byOperator && !required)
      throw new InvalidInput({
        required: ['The required field must be true: the operator of the service demands it.'],
      });
    if (required) await requireOwnFactor(tx);
    if ((isOperator ? byOperator : byPartner) === required) return false;
    const changed = isOperator
      ? { second_factor_required_by_operator: required }
      : { second_factor_required: required };
    await tx.db
      .updatePartner()
      .set({ ...changed, updated_at: tx.clock.now() })
      .execute();
    const action = required ? 'account.second_factor_demanded' : 'account.second_factor_left_open';
    await recordFact(tx, { type: action, subjectId: tx.partnerId });
    return true;
  });
}

function selectDemand({ db }: Operation) {
  return db
    .selectPartner()
    .select(['second_factor_required as byPartner', 'second_factor_required_by_operator as byOperator']);
}
