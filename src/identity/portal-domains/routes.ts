import { z } from 'zod';
import { text, timestamp, uuid } from '../../core/api/fields.ts';
import { emptyAnswer, groups, success, successEnvelope } from '../../core/api/groups.ts';
import { pageFields, shortListQuery } from '../../core/api/list-page.ts';
import { type RouteDeclaration, reply, route } from '../../core/api/route.ts';
import { addPortalDomain, maxPortalDomains } from './add-portal-domain.ts';
import { checkPortalDomain, checksPerMinute } from './check-portal-domain.ts';
import { checkPortalReach, leadingRecord } from './check-portal-reach.ts';
import type { ReachTools } from './look-at-portal.ts';
import { type ProofResolver, type ProofSettings, proofRecords } from './portal-domain-proof.ts';
import { listPortalDomains, type PortalDomain } from './portal-domain-record.ts';
import { removePortalDomain } from './remove-portal-domain.ts';

export interface PortalDomainTools {
  readonly settings: ProofSettings;
  readonly resolver: ProofResolver;
  readonly reach: ReachTools;
}

/** The hosts on which an account has its portal and API. */
export function portalDomainRoutes(tools: PortalDomainTools): RouteDeclaration[] {
  return [list(tools), add(tools), check(tools), reachCheck(tools), remove()];
}

const path = '/api/v1/portal-domains';

const dnsRecord = <Type extends string>(type: Type) =>
  z.strictObject({ type: z.literal(type), name: z.string(), value: z.string() });

const reach = z
  .strictObject({
    dns: z.strictObject({
      state: z.enum(['here', 'elsewhere', 'resolves', 'absent', 'unanswered']).meta({
        description:
          'here: it leads where `leads_here` says, by that record or by the same addresses. elsewhere: to other addresses, as behind a proxy of yours. resolves: to some, and none is known to compare them with. absent: to none. unanswered: the name servers did not say.',
      }),
      cname: z.string().nullable().meta({ description: 'Target of its CNAME record. Null: it has none.' }),
      addresses: z.array(z.string()).meta({ description: 'Addresses that it has, whichever way.' }),
    }),
    tls: z.strictObject({
      state: z.enum(['valid', 'expired', 'other_name', 'untrusted', 'unreachable', 'refused', 'unknown']).meta({
        description:
          'What browsers make of the certificate on port 443. unreachable: nothing answers TLS there. refused: it has no address that this installation connects to. unknown: its addresses are not known.',
      }),
      names: z.array(z.string()).meta({ description: 'Names in the certificate.' }),
      issuer: z.string().nullable().meta({ description: 'Who signed the certificate.' }),
      expires_at: timestamp.nullable().meta({ description: 'When the certificate ends.' }),
    }),
    checked_at: timestamp,
  })
  .meta({ id: 'PortalReach' });

const resource = z
  .strictObject({
    id: z.guid(),
    domain: z.string(),
    status: z
      .enum(['pending', 'verified', 'lapsed'])
      .meta({ description: 'Only a verified domain answers. A lapsed one was verified until its record was gone.' }),
    verified_by: z
      .enum(['operator', 'dns'])
      .nullable()
      .meta({ description: 'Who says that the account controls it. What the operator vouches for needs no record.' }),
    records: z
      .strictObject({ txt: dnsRecord('TXT'), cname: dnsRecord('CNAME').nullable() })
      .meta({ description: 'Either proves control. The CNAME, where there is one, also leads the domain here.' }),
    created_at: timestamp,
    verified_at: timestamp.nullable(),
    checked_at: timestamp.nullable(),
    missing_since: timestamp.nullable().meta({ description: 'Since when the proof of a verified domain is missing.' }),
    leads_here: dnsRecord('CNAME').nullable().meta({
      description:
        'The record that leads the domain to this installation: below PORTAL_CNAME_BASE, or to the host of PUBLIC_URL. Null: the operator has set neither, or the domain is that host.',
    }),
    reach: reach
      .nullable()
      .meta({ description: 'Where it led, and its certificate, at the last look. Null: never looked.' }),
  })
  .meta({ id: 'PortalDomain' });

function toResource({ settings, reach: tools }: PortalDomainTools, domain: PortalDomain): z.output<typeof resource> {
  return {
    id: domain.id,
    domain: domain.domain,
    status: domain.status,
    verified_by: domain.verified_by,
    records: proofRecords(settings, domain),
    created_at: domain.created_at.toISOString(),
    verified_at: domain.verified_at?.toISOString() ?? null,
    checked_at: domain.checked_at?.toISOString() ?? null,
    missing_since: domain.missing_since?.toISOString() ?? null,
    leads_here: leadingRecord(settings, tools.publicHost, domain),
    reach: toReach(domain),
  };
}

function toReach({ reach: seen, reach_checked_at: at }: PortalDomain): z.output<typeof reach> | null {
  if (seen === null || at === null) return null;
  const { dns, tls } = seen;
  return {
    dns: { ...dns, addresses: [...dns.addresses] },
    tls: { ...tls, names: [...tls.names] },
    checked_at: at.toISOString(),
  };
}

function list(tools: PortalDomainTools): RouteDeclaration {
  return route({
    method: 'GET',
    paths: [path],
    operationId: 'listPortalDomains',
    group: groups.identity,
    summary: 'The hosts on which the account has its portal and API, and those that it has claimed.',
    query: z.object(shortListQuery),
    responses: { 200: successEnvelope(z.strictObject({ portal_domains: z.array(resource), ...pageFields })) },
    problems: [],
    async handle({ operation, query, page }) {
      const { items, end } = page.of(await listPortalDomains(operation), query.limit, ({ domain }) => [domain]);
      const data = { portal_domains: items.map((domain) => toResource(tools, domain)), ...end };
      return reply(200, success(data, operation.clock.now()));
    },
  });
}

function add(tools: PortalDomainTools): RouteDeclaration {
  return route({
    method: 'POST',
    paths: [path],
    operationId: 'addPortalDomain',
    group: groups.identity,
    stepUp: true,
    summary: 'Claim one more host; it answers once a DNS record proves that it is yours.',
    description: `Others may claim it, too: whoever proves it first has it. An account has up to ${maxPortalDomains}.`,
    body: z.object({ domain: text(253) }),
    responses: { 201: successEnvelope(z.strictObject({ portal_domain: resource })) },
    problems: ['PORTAL_DOMAIN_TAKEN', 'PORTAL_DOMAIN_LIMIT_EXCEEDED'],
    async handle({ operation, body }) {
      const added = await addPortalDomain(operation, body.domain);
      return reply(201, success({ portal_domain: toResource(tools, added) }, operation.clock.now()));
    },
  });
}

function check(tools: PortalDomainTools): RouteDeclaration {
  return route({
    method: 'POST',
    paths: [`${path}/:id/check`],
    operationId: 'checkPortalDomain',
    group: groups.identity,
    summary: 'Look the records of a host up now; it answers from then on when one is there.',
    description: `Up to ${checksPerMinute} a minute. Records that are not there (yet) are no error: \`record_found\` is false. Name servers may keep an old answer for as long as its time to live. When they give none, 503. A proof that stands is looked up daily; when it was missing for three days, the host answers no more until it is back.`,
    params: z.object({ id: uuid }),
    responses: {
      200: successEnvelope(z.strictObject({ portal_domain: resource, record_found: z.boolean(), message: z.string() })),
    },
    problems: ['PORTAL_DOMAIN_NOT_FOUND', 'PORTAL_DOMAIN_TAKEN', 'DNS_LOOKUP_FAILED'],
    absent: 'PORTAL_DOMAIN_NOT_FOUND',
    async handle({ operation, params }) {
      const { domain, recordFound } = await checkPortalDomain(operation, tools.settings, tools.resolver, params.id);
      const data = {
        portal_domain: toResource(tools, domain),
        record_found: recordFound,
        message: recordFound
          ? 'Control of the domain is proved: it answers now.'
          : 'The record was not found. A new record can take until the time to live of the old answer is over.',
      };
      return reply(200, success(data, operation.clock.now()));
    },
  });
}

function reachCheck(tools: PortalDomainTools): RouteDeclaration {
  return route({
    method: 'POST',
    paths: [`${path}/:id/reach`],
    operationId: 'checkPortalReach',
    group: groups.identity,
    summary: 'Look now where a host leads, and what certificate answers there.',
    description: `Up to ${checksPerMinute} a minute, together with looks at the proof. The installation connects to port 443 of public addresses only, and of those that SCAN_ALLOW names. It decides nothing; what DNS proves is looked at again daily.`,
    params: z.object({ id: uuid }),
    responses: { 200: successEnvelope(z.strictObject({ portal_domain: resource })) },
    problems: ['PORTAL_DOMAIN_NOT_FOUND'],
    absent: 'PORTAL_DOMAIN_NOT_FOUND',
    async handle({ operation, params }) {
      const domain = await checkPortalReach(operation, tools.settings, tools.reach, params.id);
      return reply(200, success({ portal_domain: toResource(tools, domain) }, operation.clock.now()));
    },
  });
}

function remove(): RouteDeclaration {
  return route({
    method: 'DELETE',
    paths: [`${path}/:id`],
    operationId: 'removePortalDomain',
    group: groups.identity,
    summary: 'Give a host up, with its keys and sessions.',
    params: z.object({ id: uuid }),
    responses: { 204: emptyAnswer },
    problems: ['PORTAL_DOMAIN_NOT_FOUND', 'LAST_PORTAL_DOMAIN'],
    absent: 'PORTAL_DOMAIN_NOT_FOUND',
    async handle({ operation, params }) {
      await removePortalDomain(operation, params.id);
      return reply(204, null);
    },
  });
}
