import { validate as isUuid } from 'uuid';
import { recordFact } from '../../core/audit/record-facts.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { OperatorError } from '../../core/operation/operator-error.ts';

/**
 * Revokes a key: its next request fails, on every node.
 * @returns false when it was revoked already
 * @throws OperatorError when the partner has no such key
 */
export async function revokeKey(operation: Operation, keyId: string): Promise<boolean> {
  return operation.transaction(async (tx) => {
    const key = isUuid(keyId) ? await lockKey(tx, keyId) : undefined;
    if (!key) throw new OperatorError(`The partner has no key ${keyId}.`);
    if (key.revoked_at) return false;
    await tx.db.updateTable('api_keys').set({ revoked_at: tx.clock.now() }).where('id', '=', keyId).execute();
    await recordFact(tx, { type: 'api_key.revoked', subjectId: keyId });
    return true;
  });
}

async function lockKey(tx: Operation, id: string): Promise<{ revoked_at: Date | null } | undefined> {
  return tx.db.selectFrom('api_keys').select('revoked_at').where('id', '=', id).forUpdate().executeTakeFirst();
}
