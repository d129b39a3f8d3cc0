import { z } from 'zod';
import type { AskedPage } from '../../core/api/asked-page.ts';
import { integer, oneOf, text, uuid } from '../../core/api/fields.ts';
import { groups, success, successEnvelope } from '../../core/api/groups.ts';
import { cursorField, pageFields } from '../../core/api/list-page.ts';
import type { ProblemCode } from '../../core/api/problems.ts';
import { customerInBody, customerInQuery, type RouteDeclaration, reply, route } from '../../core/api/route.ts';
import type { Listed, Page } from '../../core/operation/paged.ts';
import type { TextResolver } from '../../engines/dns-proof/look-up-record.ts';
import { messagesIn } from '../../platform/messages/messages.ts';
import { checkDomain, domainStatus, domainVerification } from '../../resources/domains/index.ts';
import { type ActionWords, type AlertView, alertActions, getAlert } from '../alerts/index.ts';
import type { LookIntervals } from '../looks/index.ts';
import type { IdentityVault } from './identity-vault.ts';
import { darkWebKind, leakedCredentialsKind } from './kinds.ts';
import { leakAlert, leakKindNames } from './leak-alert.ts';
import { readAttributions } from './leak-source-register.ts';
import { listDomainAlerts } from './read-domain-alerts.ts';
import { getDomain, getWatchedDomain, listDomains, recentDomainScans, whoWasAsked } from './read-domains.ts';
import { listDarkWebFindings, listLeakedCredentials } from './read-findings.ts';
import {
  alertKind,
  darkWebFinding,
  domainAlert,
  domainAlertStatus,
  domainDetail,
  domainSummary,
  explainedDomainAlert,
  leakedCredential,
  severity,
  since,
  toDarkWebFinding,
  toDomainAlert,
  toDomainDetail,
  toDomainSummary,
  toExplainedDomainAlert,
  toLeakedCredential,
  toVerification,
  toWatchedDomain,
  verificationResource,
  watchedDomain,
} from './schema.ts';
import { summariseDomains } from './summarise-domains.ts';

export interface DomainMonitoringTools {
  readonly vault: IdentityVault;
  readonly secretKey: string;
  readonly resolver: TextResolver;
  readonly intervals: LookIntervals;
}

const group = groups.domainMonitoring;
const base = '/api/v1/domain-monitoring';
const byId = z.object({ id: uuid });
const customer = z.object({ billing_customer_id: integer(1) });
const paging = { limit: integer(1, 100).default(20), offset: integer(0).default(0), cursor: cursorField };
const domainProblems: ProblemCode[] = ['DOMAIN_NOT_FOUND', 'ACCESS_DENIED'];
const alertProblems: ProblemCode[] = ['ALERT_NOT_FOUND', 'ACCESS_DENIED'];
const recentScans = 10;

const kinds = [leakedCredentialsKind, darkWebKind];

const view: AlertView<typeof explainedDomainAlert> = {
  base: `${base}/alerts`,
  group,
  kinds,
  namesCustomer: 'always',
  answer: explainedDomainAlert,
  toAnswer: async (operation, alert) =>
    toExplainedDomainAlert(
      messagesIn(operation.language),
      leakAlert(alert),
      await readAttributions(operation.db.shared),
    ),
};

/** `/api/v1/domain-monitoring` (decisions §5.4 to §5.6): a customer's domains, what leaked of them, and the alerts about it. */
export function domainMonitoringRoutes(tools: DomainMonitoringTools): RouteDeclaration[] {
  return [
    domains(tools),
    domain(tools),
    verification(tools),
    verificationCheck(tools),
    leakedCredentials(tools),
    darkWeb(),
    alerts(),
    alert(),
    ...alertActions(view, actions),
    summary(),
  ];
}

/** The members of a list's data beside the list itself. */
const listing = { total: z.int(), ...pageFields };

function cutOf(page: AskedPage, { limit, offset }: { readonly limit: number; readonly offset: number }): Page {
  return { limit, start: page.start(offset) };
}

function listed(page: AskedPage, { total, last }: Listed<unknown>) {
  return { total, ...page.end(last) };
}

function domains({ intervals }: DomainMonitoringTools): RouteDeclaration {
  return route({
    method: 'GET',
    paths: [`${base}/domains`],
    operationId: 'listDomains',
    group,
    summary: "A customer's monitored domains, newest first.",
    description: `Without \`status\`, terminated ones are left out. \`search\` is a part of the name.`,
    query: customer.extend({ status: domainStatus.optional(), search: text(253).optional(), ...paging }),
    customer: customerInQuery,
    responses: { 200: successEnvelope(z.strictObject({ domains: z.array(watchedDomain), ...listing })) },
    problems: [],
    async handle({ operation, query, page }) {
      const list = await listDomains(operation, intervals, query.billing_customer_id, query, cutOf(page, query));
      const attribute = await readAttributions(operation.db.shared);
      const t = messagesIn(operation.language);
      const data = {
        domains: list.items.map((domain) => toWatchedDomain(t, attribute, domain)),
        ...listed(page, list),
      };
      return reply(200, success(data, operation.clock.now()));
    },
  });
}

function domain({ intervals }: DomainMonitoringTools): RouteDeclaration {
  return route({
    method: 'GET',
    paths: [`${base}/domains/:id`],
    operationId: 'getDomain',
    group,
    summary: 'One monitored domain with its last scans and how each source answered.',
    params: byId,
    query: customer,
    customer: customerInQuery,
    responses: { 200: successEnvelope(z.strictObject({ domain: domainDetail })) },
    problems: domainProblems,
    absent: 'DOMAIN_NOT_FOUND',
    async handle({ operation, params, query }) {
      const found = await getWatchedDomain(operation, intervals, params.id, query.billing_customer_id);
      const [asked, scans, attribute] = await Promise.all([
        whoWasAsked(operation, found),
        recentDomainScans(operation, found.id, recentScans),
        readAttributions(operation.db.shared),
      ]);
      const detail = toDomainDetail(messagesIn(operation.language), attribute, found, { asked, scans });
      return reply(200, success({ domain: detail }, operation.clock.now()));
    },
  });
}

function verification({ secretKey }: DomainMonitoringTools): RouteDeclaration {
  return route({
    method: 'POST',
    paths: [`${base}/domains/:id/verification`],
    operationId: 'getDomainVerification',
    group,
    summary: 'The TXT record that proves control of a domain.',
    description:
      'Whoever can make this record controls the domain. While the proof stands, leaked identities are shown in full; otherwise they are masked. The record has to stay: it is looked up daily, and the proof is withdrawn when it was missing for two days. Asking changes nothing and always gives the same record until the domain is renamed.',
    params: byId,
    body: customer,
    customer: customerInBody,
    responses: { 200: successEnvelope(z.strictObject({ verification: verificationResource })) },
    problems: domainProblems,
    absent: 'DOMAIN_NOT_FOUND',
    async handle({ operation, params, body }) {
      const found = await getDomain(operation, params.id, body.billing_customer_id);
      const data = { verification: toVerification(found, domainVerification(secretKey, found)) };
      return reply(200, success(data, operation.clock.now()));
    },
  });
}

function verificationCheck(tools: DomainMonitoringTools): RouteDeclaration {
  return route({
    method: 'POST',
    paths: [`${base}/domains/:id/verification/check`],
    operationId: 'checkDomainVerification',
    group,
    summary: 'Look the TXT record up now.',
    description:
      'A record that is not there (yet) is no error: `record_found` is false. Name servers may keep an old answer for as long as its time to live. When they give none, 503.',
    params: byId,
    body: customer,
    customer: customerInBody,
    responses: {
      200: successEnvelope(
        z.strictObject({ verification: verificationResource, record_found: z.boolean(), message: z.string() }),
      ),
    },
    problems: [...domainProblems, 'DNS_LOOKUP_FAILED'],
    absent: 'DOMAIN_NOT_FOUND',
    async handle({ operation, params, body }) {
      const found = await getDomain(operation, params.id, body.billing_customer_id);
      const checked = await checkDomain(operation, tools, found);
      const data = {
        verification: toVerification(found, checked),
        record_found: checked.recordFound,
        message: checked.recordFound
          ? 'Control of the domain is proved: identities are shown in full.'
          : 'The TXT record was not found. A new record can take until the time to live of the old answer is over.',
      };
      return reply(200, success(data, operation.clock.now()));
    },
  });
}

const findingQuery = customer.extend({
  domain_id: uuid.optional(),
  severity: severity.optional(),
  status: domainAlertStatus.optional(),
  since: since.optional(),
  ...paging,
});

function findingFilter(query: z.output<typeof findingQuery>) {
  return { domainId: query.domain_id, severity: query.severity, status: query.status, since: query.since };
}

function leakedCredentials({ vault }: DomainMonitoringTools): RouteDeclaration {
  return route({
    method: 'GET',
    paths: [`${base}/leaked-credentials`],
    operationId: 'listLeakedCredentials',
    group,
    summary: "Credentials of a customer's domains that leaked, the last that were found first.",
    description: `Secrets are neither kept nor shown. Identities are masked unless control of the domain is proved. The status of a finding is that of its alert; \`since\` is about when it was first seen.`,
    query: findingQuery,
    customer: customerInQuery,
    responses: { 200: successEnvelope(z.strictObject({ leaked_credentials: z.array(leakedCredential), ...listing })) },
    problems: [],
    async handle({ operation, query, page }) {
      const filter = findingFilter(query);
      const [list, attribute] = await Promise.all([
        listLeakedCredentials(operation, vault, query.billing_customer_id, filter, cutOf(page, query)),
        readAttributions(operation.db.shared),
      ]);
      const found = list.items.map((finding) => toLeakedCredential(finding, attribute));
      return reply(200, success({ leaked_credentials: found, ...listed(page, list) }, operation.clock.now()));
    },
  });
}

function darkWeb(): RouteDeclaration {
  return route({
    method: 'GET',
    paths: [`${base}/dark-web`],
    operationId: 'listDarkWebFindings',
    group,
    summary: "Mentions of a customer's domains where criminals publish and trade, the last that were found first.",
    description: `Addresses are defanged: do not open them. The status of a finding is that of its alert; \`since\` is about when it was first seen.`,
    query: findingQuery,
    customer: customerInQuery,
    responses: { 200: successEnvelope(z.strictObject({ dark_web: z.array(darkWebFinding), ...listing })) },
    problems: [],
    async handle({ operation, query, page }) {
      const filter = findingFilter(query);
      const [list, attribute] = await Promise.all([
        listDarkWebFindings(operation, query.billing_customer_id, filter, cutOf(page, query)),
        readAttributions(operation.db.shared),
      ]);
      const found = list.items.map((finding) => toDarkWebFinding(finding, attribute));
      return reply(200, success({ dark_web: found, ...listed(page, list) }, operation.clock.now()));
    },
  });
}

function alerts(): RouteDeclaration {
  return route({
    method: 'GET',
    paths: [`${base}/alerts`],
    operationId: 'listDomainAlerts',
    group,
    summary: "Alerts about a customer's domains, newest first unless sorted otherwise.",
    description: `One alert speaks for all findings of one kind from one breach, actor or source.`,
    query: customer.extend({
      status: domainAlertStatus.optional(),
      severity: severity.optional(),
      kind: alertKind.optional(),
      domain_id: uuid.optional(),
      sort: oneOf(['created_at', 'severity', 'last_detected_at']).default('created_at'),
      order: oneOf(['asc', 'desc']).default('desc'),
      ...paging,
    }),
    customer: customerInQuery,
    responses: { 200: successEnvelope(z.strictObject({ alerts: z.array(domainAlert), ...listing })) },
    problems: [],
    async handle({ operation, query, page }) {
      const { status, severity: only, kind, domain_id: domainId } = query;
      const filter = { status, severity: only, kind, domainId };
      const [list, attribute] = await Promise.all([
        listDomainAlerts(operation, query.billing_customer_id, filter, query, cutOf(page, query)),
        readAttributions(operation.db.shared),
      ]);
      const t = messagesIn(operation.language);
      const data = { alerts: list.items.map((item) => toDomainAlert(t, item, attribute)), ...listed(page, list) };
      return reply(200, success(data, operation.clock.now()));
    },
  });
}

function alert(): RouteDeclaration {
  return route({
    method: 'GET',
    paths: [`${base}/alerts/:id`],
    operationId: 'getDomainAlert',
    group,
    summary: 'One domain alert with its full explanation.',
    params: byId,
    query: customer,
    customer: customerInQuery,
    responses: { 200: successEnvelope(z.strictObject({ alert: explainedDomainAlert })) },
    problems: alertProblems,
    absent: 'ALERT_NOT_FOUND',
    async handle({ operation, params, query }) {
      const scope = { kinds: leakKindNames, billingCustomerId: query.billing_customer_id };
      const found = await getAlert(operation, params.id, scope);
      return reply(200, success({ alert: await view.toAnswer(operation, found) }, operation.clock.now()));
    },
  });
}

const actions: readonly ActionWords[] = [
  {
    action: 'acknowledge',
    operationId: 'acknowledgeDomainAlert',
    summary: 'Take note of a domain alert.',
    description: 'It opens again when there is new evidence.',
    messages: ['The alert is acknowledged.', 'The alert was acknowledged already.'],
  },
  {
    action: 'resolve',
    operationId: 'resolveDomainAlert',
    summary: 'Resolve a domain alert: what had to be done is done.',
    description: 'This is final. When there is new evidence, a new alert is raised.',
    messages: ['The alert is resolved. New evidence raises a new one.', 'The alert was resolved already.'],
  },
];

function summary(): RouteDeclaration {
  return route({
    method: 'GET',
    paths: [`${base}/summary`],
    operationId: 'summariseDomains',
    group,
    summary: "A customer's domain monitoring in numbers.",
    query: customer,
    customer: customerInQuery,
    responses: { 200: successEnvelope(domainSummary) },
    problems: [],
    async handle({ operation, query }) {
      const counts = await summariseDomains(operation, query.billing_customer_id);
      return reply(200, success(toDomainSummary(counts), operation.clock.now()));
    },
  });
}
