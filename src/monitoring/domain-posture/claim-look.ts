import type { Operation } from '../../core/operation/operation.ts';
import type { World } from '../../core/operation/tables/identity.ts';
import type { Fetched, LookedAtDomain, RegistrationAnswer } from '../../engines/domain-posture/domain-look.ts';
import { worldOf } from '../../identity/partners/index.ts';
import { holdersOf } from './address-holders.ts';
import type { DomainLookJobData } from './jobs.ts';
import type { KnownOfDomain } from './look-at-domain.ts';
import { readTemplate } from './record-template.ts';
import { revivedRegistration } from './registration-news.ts';

/** All that a worker needs to know to look at a domain. */
export interface ClaimedLook {
  readonly world: World;
  readonly domainId: string;
  readonly domain: LookedAtDomain;
  readonly registration: Fetched<RegistrationAnswer> | null;
}

/**
 * What a queued look is about. The state is read anew: a domain that was paused, terminated, released or renamed meanwhile, or whose partner
 * was suspended, is not looked at.
 * @returns null when there is nothing to look at
 */
export async function claimLook(operation: Operation, job: DomainLookJobData): Promise<ClaimedLook | null> {
  const found = await operation.db
    .selectFrom('domain_postures')
    .innerJoin('monitored_domains', (join) =>
      join
        .onRef('monitored_domains.partner_id', '=', 'domain_postures.partner_id')
        .onRef('monitored_domains.id', '=', 'domain_postures.domain_id'),
    )
    .select([
      'monitored_domains.domain',
      'domain_postures.dkim_selectors',
      'domain_postures.expects_mail',
      'domain_postures.registration',
    ])
    .where('domain_postures.domain_id', '=', job.domainId)
    .where('domain_postures.look_id', '=', job.lookId)
    .where('monitored_domains.status', '=', 'active')
    .executeTakeFirst();
  const { suspended, world } = await worldOf(operation);
  if (!found || suspended) return null;
  return {
    world,
    domainId: job.domainId,
    domain: {
      name: found.domain,
      dkimSelectors: found.dkim_selectors,
      expectsMail: found.expects_mail,
      template: await readTemplate(operation),
    },
    registration: revivedRegistration(found.registration),
  };
}

/** What is known here of a domain that is looked at. */
export function knownBefore(operation: Operation, { domainId, registration }: ClaimedLook): KnownOfDomain {
  return { registration, holdersOf: (addresses) => holdersOf(operation, domainId, addresses) };
}
