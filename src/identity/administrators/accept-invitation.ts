import { Problem } from '../../core/api/problems.ts';
import type { Client } from '../../core/api/route.ts';
import { recordFact } from '../../core/audit/record-facts.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { clientNetwork } from '../../platform/http/client-network.ts';
import { originOf } from '../../platform/http/origin.ts';
import { hashSecret } from '../../platform/secrets.ts';
import type { Administrator } from './administrator-record.ts';
import { insertAdministrator } from './create-administrator.ts';
import { findInvitation } from './invitations.ts';
import { hashPassword, type PasswordTurn } from './password.ts';
import { lockPeople, mayStillGive } from './people.ts';
import { requireGoodPassword } from './require-good-password.ts';

export interface Acceptance {
  readonly token: string;
  readonly name: string | null;
  readonly password: string;
  readonly client: Client;
}

/**
 * Lets the person in who was invited, with the password that they chose. Of any number of uses of a link one counts.
 * @param admit in the same transaction, with the new administrator as the one who acts
 * @throws Problem LINK_NOT_VALID, ADMINISTRATOR_ALREADY_EXISTS; InvalidInput on password; Refusal 429
 */
export async function acceptInvitation<T>(
  operation: Operation,
  { token, name, password, client }: Acceptance,
  admit: (tx: Operation, administrator: Administrator) => Promise<T>,
): Promise<T> {
  const invitation = await findInvitation(operation, token);
  if (!invitation) throw new Problem('LINK_NOT_VALID');
  const { id, email } = invitation;
  const turn: PasswordTurn = ['visitor', operation.partnerId, clientNetwork(client.address)];
  await requireGoodPassword(operation, turn, 'password', password, { email, name });
  const passwordHash = await hashPassword(operation, turn, password);
  return operation.transaction(async (tx) => {
    const people = await lockPeople(tx);
    const used = await tx.db
      .deleteFrom('administrator_invitations')
      .where('id', '=', id)
      // It may have been used, taken back, ended or sent anew meanwhile.
      .where('hash', '=', hashSecret(token))
      .where('expires_at', '>', tx.clock.now())
      .returning(['role', 'invited_by'])
      .executeTakeFirst();
    // No invitation gives more than its giver has: not even one that was left by a release that did not end them.
    if (!used || !mayStillGive(people, used.invited_by, used.role)) throw new Problem('LINK_NOT_VALID');
    const created = await insertAdministrator(tx, { email, name, passwordHash, role: used.role });
    const self = tx.actingFor(tx.partnerId, { kind: 'administrator', id: created.id });
    await recordFact(self, {
      type: 'administrator.invitation_accepted',
      subjectId: created.id,
      details: { email, role: used.role, invitation_id: id, ...originOf(client) },
    });
    return admit(self, created);
  });
}
