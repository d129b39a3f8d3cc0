import { ownedBy } from '../../accounts/customers/index.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { KeptCheck } from './kept-check.ts';
import { type RegistrationNews, readRegistrationNews } from './registration-news.ts';

/** What everybody can see of a domain, and what somebody told of it besides. */
export interface DomainPosture {
  readonly domainId: string;
  readonly customerId: string;
  /** When a look was last answered; null: none was yet. */
  readonly lookedAt: Date | null;
  readonly checks: readonly KeptCheck[];
  readonly dkimSelectors: readonly string[];
  readonly expectsMail: boolean | null;
  /** The latest first. */
  readonly registrationNews: readonly RegistrationNews[];
}

/** @throws Problem DOMAIN_NOT_FOUND, ACCESS_DENIED */
export async function readPosture(operation: Operation, id: string, billingCustomerId: number): Promise<DomainPosture> {
  const found = await operation.db
    .selectFrom('domain_postures')
    .innerJoin('monitored_domains', (join) =>
      join
        .onRef('monitored_domains.partner_id', '=', 'domain_postures.partner_id')
        .onRef('monitored_domains.id', '=', 'domain_postures.domain_id'),
    )
    .innerJoin('customers', (join) =>
      join
        .onRef('customers.partner_id', '=', 'monitored_domains.partner_id')
        .onRef('customers.id', '=', 'monitored_domains.customer_id'),
    )
    .select([
      'customers.billing_customer_id',
      'monitored_domains.customer_id',
      'monitored_domains.domain',
      'domain_postures.looked_at',
      'domain_postures.checks',
      'domain_postures.dkim_selectors',
      'domain_postures.expects_mail',
    ])
    .where('monitored_domains.id', '=', id)
    .where('monitored_domains.released_at', 'is', null)
    .executeTakeFirst();
  const posture = ownedBy(billingCustomerId, found, 'DOMAIN_NOT_FOUND');
  return {
    domainId: id,
    customerId: posture.customer_id,
    lookedAt: posture.looked_at,
    checks: posture.checks as readonly KeptCheck[],
    dkimSelectors: posture.dkim_selectors,
    expectsMail: posture.expects_mail,
    registrationNews: await readRegistrationNews(operation, { id, name: posture.domain }),
  };
}
