import { z } from 'zod';
import { recordFact } from '../../core/audit/record-facts.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { compareRegistrations, type RegistrationChange } from '../../engines/domain-posture/compare-registrations.ts';
import type { Fetched, Registration, RegistrationAnswer } from '../../engines/domain-posture/domain-look.ts';

const action = 'domain.registration_changed';
const shownChanges = 10;

/** What its registry said of a domain, from the database. */
export function revivedRegistration(column: unknown): Fetched<RegistrationAnswer> | null {
  const kept = column as Fetched<RegistrationAnswer> | null;
  if (kept === null) return null;
  // Times are text there.
  const at = new Date(kept.at);
  if (kept.outcome !== 'registered') return { ...kept, at };
  // Programs before this one kept neither numbers of registrars nor names of servers.
  const registration: Registration = { ...{ registrarId: null, nameServers: [] }, ...kept.registration };
  const { expiresAt } = registration;
  return { ...kept, at, registration: { ...registration, expiresAt: expiresAt && new Date(expiresAt) } };
}

/** Tells of another registrar, or other name servers, than the registry named before. Nobody is alarmed: most who move a domain know it. */
export async function tellOfRegistration(
  tx: Operation,
  {
    id,
    customer_id: customerId,
    domain,
  }: { readonly id: string; readonly customer_id: string; readonly domain: string },
  before: RegistrationAnswer | null,
  now: RegistrationAnswer | null,
): Promise<void> {
  if (before?.outcome !== 'registered' || now?.outcome !== 'registered') return;
  const change = compareRegistrations(before.registration, now.registration);
  if (change === null) return;
  const { registrar, nameServers } = change;
  const details = { domain, registrar, name_servers: nameServers };
  await recordFact(tx, { type: action, subjectId: id, customerId, details });
}

/** A change of a domain's registration, and when it was seen. */
export interface RegistrationNews extends RegistrationChange {
  readonly at: Date;
}

const recorded = z.object({
  registrar: z.object({ before: z.string(), after: z.string() }).nullable(),
  name_servers: z.object({ before: z.array(z.string()), after: z.array(z.string()) }).nullable(),
});

/** The latest changes under the domain's name of now, as long as the audit log is kept. */
export async function readRegistrationNews(
  { db }: Operation,
  domain: { readonly id: string; readonly name: string },
): Promise<readonly RegistrationNews[]> {
  const entries = await db
    .selectFrom('audit_entries')
    .select(['at', 'details'])
    .where('subject_id', '=', domain.id)
    .where('action', '=', action)
    .orderBy('id', 'desc')
    .limit(shownChanges)
    .execute();
  return entries
    .filter(({ details }) => details.domain === domain.name)
    .map(({ at, details }) => {
      const { registrar, name_servers: nameServers } = recorded.parse(details);
      return { at, registrar, nameServers };
    });
}
