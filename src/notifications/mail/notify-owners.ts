import { sql } from 'kysely';
import type { AccountChanged } from '../../core/operation/effects.ts';
import type { AccountChange } from '../../core/operation/facts.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { lowestIdAt } from '../../platform/ids.ts';
import { notifyAdministrator } from './notify-administrator.ts';

/** A thing that is changed again and again within it is one mail. */
const quietSeconds = 60;

/** Of these, whose they were has a mail of their own. */
const toldApart: ReadonlySet<AccountChange> = new Set([
  'administrator.second_factor_removed',
  'administrator.passkey_added',
  'administrator.passkey_removed',
]);

/**
 * Tells all owners by mail what was made or changed that outlives a session, by whom and from where, within the transaction of its cause and
 * behind its entry in the audit log; and whoever lost a role or the access by it. Customers' own channels are their own matter, and
 * a sandbox has no owners.
 */
export async function notifyOwners(tx: Operation, { change, subjectId, name }: AccountChanged): Promise<void> {
  const { actor, origin } = tx.caller;
  if (actor.kind === 'customer' || (await wasToldLately(tx, change, subjectId))) return;
  const people = await tx.db.selectFrom('administrators').select(['id', 'email', 'role']).orderBy('id').execute();
  const owners = people.filter(({ role }) => role === 'owner');
  const others = toldApart.has(change) ? owners.filter(({ id }) => id !== subjectId) : owners;
  const losesRight = change === 'administrator.removed' || change === 'administrator.role_changed';
  const concerned =
    losesRight && subjectId !== null && name !== null && !owners.some(({ id }) => id === subjectId)
      ? [{ id: subjectId, email: name }]
      : [];
  const by = 'id' in actor ? (people.find(({ id }) => id === actor.id)?.email ?? null) : null;
  const { address, user_agent } = origin ?? { address: null, user_agent: null };
  const notice = { event: 'account_changed', change, name, by, actor: actor.kind, address, user_agent } as const;
  for (const recipient of [...others, ...concerned]) await notifyAdministrator(tx, recipient, notice);
}

/** The entry of the change itself is one. */
async function wasToldLately(tx: Operation, change: string, subjectId: string | null): Promise<boolean> {
  if (subjectId === null) return false;
  const since = new Date(tx.clock.now().getTime() - quietSeconds * 1_000);
  const { rows } = await tx.db.execute(sql`
    SELECT FROM audit_entries
    WHERE partner_id = ${tx.partnerId} AND subject_id = ${subjectId} AND id > ${lowestIdAt(since)} AND action = ${change}
    LIMIT 2`);
  return rows.length > 1;
}
