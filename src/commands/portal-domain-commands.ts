import type { Command } from 'commander';
import { OperatorError } from '../core/operation/operator-error.ts';
import { listPortalDomains } from '../identity/portal-domains/portal-domain-record.ts';
import { removePortalDomain } from '../identity/portal-domains/remove-portal-domain.ts';
import { verifyByOperator } from '../identity/portal-domains/verify-by-operator.ts';
import { writtenPortalDomain } from '../platform/http/request-host.ts';
import { addSubject, subjectOf } from './command-usage.ts';
import { table } from './output.ts';
import { partnerOption, withPartner } from './with-partner.ts';

export function definePortalDomain(portalDomain: Command): void {
  portalDomain.description('hosts on which partners have their portal and API');
  const subject = ['--portal-domain <domain>', 'the host'] as const;
  addSubject(portalDomain.command('add').requiredOption(...partnerOption), ...subject)
    .description('let a host serve a partner on your word: no DNS record is asked for')
    .action(({ partner }: { partner: string }, command: Command) => {
      const host = subjectOf(command);
      return withPartner(command, 'change', partner, async (operation, output) => {
        const { id, domain } = await verifyByOperator(operation, host);
        output.result(
          { portal_domain_id: id, partner_id: operation.partnerId, domain, status: 'verified' },
          `${domain} serves partner ${operation.partnerId}.`,
        );
      });
    });
  addSubject(portalDomain.command('remove').requiredOption(...partnerOption), ...subject)
    .description('take a host from a partner, with its keys and sessions')
    .action(({ partner }: { partner: string }, command: Command) => {
      const host = subjectOf(command);
      return withPartner(command, 'change', partner, async (operation, output) => {
        const domain = writtenPortalDomain(host);
        const found = (await listPortalDomains(operation)).find((each) => each.domain === domain);
        if (!found) throw new OperatorError(`The partner has no portal domain ${domain}.`);
        await removePortalDomain(operation, found.id);
        output.result(
          { portal_domain_id: found.id, partner_id: operation.partnerId, domain },
          `${domain} serves partner ${operation.partnerId} no more; its keys and sessions are gone.`,
        );
      });
    });
  portalDomain
    .command('list')
    .description('list the hosts of a partner, with those whose control is not proved')
    .requiredOption(...partnerOption)
    .action(({ partner }: { partner: string }, command: Command) =>
      withPartner(command, 'read', partner, async (operation, output) => {
        const domains = (await listPortalDomains(operation)).map((domain) => ({
          portal_domain_id: domain.id,
          domain: domain.domain,
          status: domain.status,
          verified_by: domain.verified_by,
          verified_at: domain.verified_at?.toISOString() ?? null,
          missing_since: domain.missing_since?.toISOString() ?? null,
        }));
        const rows = domains.map((domain) => [
          domain.domain,
          domain.status,
          domain.verified_by ?? '',
          domain.verified_at ?? '',
          domain.missing_since ?? '',
        ]);
        output.result(
          { portal_domains: domains },
          table(['domain', 'status', 'verified by', 'verified', 'missing since'], rows),
        );
      }),
    );
}
