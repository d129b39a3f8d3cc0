import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allowAlertLinks, mailAbout, press } from '../support/alert-links.ts';
import type { ApiAnswer, ApiClient } from '../support/api-client.ts';
import { act, setUnsubscribedCap, subscribe } from '../support/billing.ts';
import { scanDomain } from '../support/domain-scans.ts';
import { sequenceEvents } from '../support/events.ts';
import { eventually } from '../support/eventually.ts';
import { SoftwarePasskey } from '../support/passkey.ts';
import { createAdministrator, goodPassword, PortalBrowser, signInAdministrator } from '../support/portal-browser.ts';
import { insertAlert, pretendLiveWorker } from '../support/rows.ts';
import { enableSandbox } from '../support/sandbox-client.ts';
import { requestScan } from '../support/scan-outcomes.ts';
import { provision } from '../support/scans.ts';
import { leakedCredential, mention } from '../support/scripted-leak-source.ts';
import { expectRefusal, withoutRequestTraces } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

/** What partner A has, for others to grope for. Every text in it must stay with A. */
interface World {
  readonly endpointId: string;
  readonly alertId: string;
  readonly clientId: number;
  readonly serviceId: number;
  readonly domainId: string;
  readonly domainAlertId: string;
  readonly domain: string;
  /** Of a price. */
  readonly planSlug: string;
  readonly scanId: string;
  readonly ruleId: string;
  /** Another endpoint of the same customer, to be changed and removed. */
  readonly spareEndpointId: string;
  /** A rule and an endpoint to be removed without naming their customer. */
  readonly otherRuleId: string;
  readonly otherSpareEndpointId: string;
  readonly sandboxEndpointId: string;
  /** Addresses that get a customer's notifications, to be removed with and without naming the customer. */
  readonly recipientId: string;
  /** Of the customer, and the partner's own. */
  readonly channelId: string;
  readonly ownChannelId: string;
  readonly otherRecipientId: string;
  readonly customerId: string;
  /** A key, a portal domain and an administrator to be removed; a session of another administrator. */
  readonly keyId: string;
  /** A request in the log of that key. */
  readonly keyRequestId: string;
  readonly portalDomainId: string;
  readonly portalDomain: string;
  readonly administratorId: string;
  readonly sessionId: string;
  readonly passkeyId: string;
  readonly invitationId: string;
  readonly webhookId: string;
  /** Of an event to that webhook. */
  readonly deliveryId: string;
  readonly eventId: string;
}

type Call = (api: ApiClient, world: World) => Promise<ApiAnswer>;

interface RouteCase {
  /** About the portal that is called and who is signed in to it: no key makes a difference. */
  readonly ofPortal?: true;
  /** For administrators who are signed in: any key is refused alike. */
  readonly ofSession?: true;
  /** Anyone may call it: nothing of a partner is behind it. */
  readonly open?: true;
  /** Calls it with the ids of a world, none of which the caller may reach. */
  readonly call: Call;
  /** Calls it with an id of the world for a customer of the same partner that does not own it. */
  readonly asForeignCustomer?: { readonly call: Call; readonly status: number };
  /** It names a customer, but nothing that could belong to another one. */
  readonly namesCustomerOnly?: true;
  /** Why a foreign partner gets a success; otherwise it must get an error. */
  readonly succeedsBecause?: string;
  /** What of the world the call itself sends and its answer may repeat. */
  readonly repeats?: 'domain' | 'planSlug' | 'alertId';
  /** Takes no id of anything: what it answers depends on the key alone. */
  readonly namesNothing?: true;
  /** It takes no id and shows nothing that a partner has: every partner gets the same answer, a success. */
  readonly sameForAll?: true;
}

const nobodysSignature = new SoftwarePasskey().get({ challenge: 'bm9uZQ', rpId: 'x' });
const ownersPasskey = new SoftwarePasskey();
const foreignClientId = 4_002;
const foreignCustomersAddress = '127.77.66.56';
const thisYear = `from=${new Date().getUTCFullYear()}-01-01&to=${new Date().getUTCFullYear()}-12-31`;
const spareAddress = '127.77.66.58';
const namespaces = ['billing', 'provisioning'];
/** Of A's domains: what A's every customer may see and no other account. */
const accountCap = 987_789;
const priceTerms = { product_slug: 'port_monitoring', currency: 'EUR', billing_cycle: 'monthly' };

/** A change of one thing by its id, beside which its customer may stand. */
const ofItsId = (path: string, bodyOf: (world: World) => object): RouteCase => ({
  call: (api, world) => api.post(path, bodyOf(world)),
  asForeignCustomer: {
    call: (api, world) => api.post(path, { ...bodyOf(world), client_id: foreignClientId }),
    status: 404,
  },
});

const stateChange = (action: string): [string, RouteCase][] =>
  namespaces.map((namespace) => [
    `POST /api/v1/${namespace}/${action}`,
    ofItsId(`/api/v1/${namespace}/${action}`, ({ endpointId }) => ({ endpoint_id: endpointId })),
  ]);

const ownRecords = 'it makes records of the caller, whoever else has such ones';

let lastNewClientId = 4_100;

/** Each path gets a new customer of A, to provision as its first what another customer has. */
const inBothNamespaces = (action: string, routeCase: (path: string, newClientId: number) => RouteCase) =>
  namespaces.map((namespace): [string, RouteCase] => {
    const path = `/api/v1/${namespace}/${action}`;
    lastNewClientId += 1;
    return [`POST ${path}`, routeCase(path, lastNewClientId)];
  });

const domainCases = (action: string, more: object = {}) =>
  inBothNamespaces(action, (path) => ofItsId(path, ({ domainId }) => ({ monitored_domain_id: domainId, ...more })));

const subscriptionCases = (action: string, more: object = {}) =>
  inBothNamespaces(action, (path) => {
    const callAs = (api: ApiClient, clientId: number, serviceId: number) =>
      api.post(path, { client_id: clientId, service_id: serviceId, product_slug: 'port_monitoring', ...more });
    return {
      call: (api, { clientId, serviceId }) => callAs(api, clientId, serviceId),
      asForeignCustomer: { call: (api, { serviceId }) => callAs(api, foreignClientId, serviceId), status: 404 },
    };
  });

const syncServices = (api: ApiClient, clientId: number, serviceId: number, status: string) => {
  const service = { client_id: clientId, service_id: serviceId, status };
  const products = ['port_monitoring', 'domain_monitoring', 'endpoint'];
  return api.post('/api/v1/billing/sync-services', {
    services: products.map((product) => ({ ...service, product_slug: product })),
  });
};

type ForeignCustomerCase = RouteCase & Required<Pick<RouteCase, 'asForeignCustomer'>>;

/** A change of one thing whose customer goes into the body. */
function ownedChange(
  method: 'POST' | 'PUT',
  pathOf: (world: World) => string,
  bodyOf: (world: World) => object = () => ({}),
): ForeignCustomerCase {
  const send = (api: ApiClient, world: World, clientId: number) =>
    api.send(method, pathOf(world), { ...bodyOf(world), billing_customer_id: clientId });
  return {
    call: (api, world) => send(api, world, world.clientId),
    asForeignCustomer: { call: (api, world) => send(api, world, foreignClientId), status: 403 },
  };
}

/** The same change where the customer may be left out: the thing's id alone must not do, either. */
function changeOfAnyCustomers(operation: string, ...change: Parameters<typeof ownedChange>): [string, RouteCase][] {
  const [method, pathOf, bodyOf = () => ({})] = change;
  const naming = ownedChange(...change);
  const namingNone: Call = (api, world) => api.send(method, pathOf(world), bodyOf(world));
  return [
    [operation, naming],
    [operation, { ...naming, call: namingNone }],
  ];
}

/** A removal of one thing whose customer may go into the query: of one with it, of another without. */
function removalOfAnyCustomers(
  group: string,
  parameter: string,
  id: 'ruleId' | 'spareEndpointId',
  otherId: 'otherRuleId' | 'otherSpareEndpointId',
): [string, RouteCase][] {
  const send = (api: ApiClient, removedId: string, query = '') =>
    api.send('DELETE', `/api/v1/${group}/${removedId}${query}`);
  const asForeignCustomer = {
    call: ((api, world) => send(api, world[id], `?billing_customer_id=${foreignClientId}`)) satisfies Call,
    status: 403,
  };
  const naming: Call = (api, world) => send(api, world[id], `?billing_customer_id=${world.clientId}`);
  const namingNone: Call = (api, world) => send(api, world[otherId]);
  return [naming, namingNone].map((call) => [`DELETE /api/v1/${group}/{${parameter}}`, { call, asForeignCustomer }]);
}

const alertAction = (group: 'alerts' | 'monitoring/alerts', action: string) =>
  changeOfAnyCustomers(
    `POST /api/v1/${group}/{id}/${action}`,
    'POST',
    ({ alertId }) => `/api/v1/${group}/${alertId}/${action}`,
  );
const alertActions = ['acknowledge', 'false-positive', 'reopen', 'resolve'];

const answerPublicServices = (api: ApiClient, clientId: number, endpointId: string) =>
  api.post('/api/v1/monitoring/public-services', { billing_customer_id: clientId, websites: [endpointId] });

const addEndpoint = (api: ApiClient, clientId: number, address: string) =>
  api.post('/api/v1/endpoints', { billing_customer_id: clientId, ip_address: address });

/**
 * At least one case per operation of the OpenAPI document: an operation without a case fails the test. In an order in which A, too, can
 * call them all: what ends something comes after what needs it.
 */
const cases: readonly (readonly [operation: string, RouteCase])[] = [
  ['GET /api/v1/health', { open: true, call: (api) => api.get('/api/v1/health') }],
  ...namespaces.map((namespace): [string, RouteCase] => [
    `POST /api/v1/${namespace}/provision`,
    {
      // Without an address, the service of another partner's client must not lead to its endpoint.
      call: (api, { clientId, serviceId }) =>
        api.post(`/api/v1/${namespace}/provision`, { client_id: clientId, service_id: serviceId }),
      asForeignCustomer: {
        call: (api, { serviceId }) =>
          api.post(`/api/v1/${namespace}/provision`, { client_id: foreignClientId, service_id: serviceId }),
        status: 422,
      },
    },
  ]),
  ...stateChange('suspend'),
  ...stateChange('resume'),
  ...stateChange('terminate'),
  [
    'POST /api/v1/billing/scan-endpoint',
    {
      call: (api, { clientId, endpointId }) =>
        api.post('/api/v1/billing/scan-endpoint', { client_id: clientId, endpoint_id: endpointId }),
      asForeignCustomer: {
        call: (api, { endpointId }) =>
          api.post('/api/v1/billing/scan-endpoint', { client_id: foreignClientId, endpoint_id: endpointId }),
        status: 404,
      },
    },
  ],
  ...inBothNamespaces('provision-domain', (path, newClientId) => {
    const callAs = (api: ApiClient, clientId: number, { serviceId, domain }: World) =>
      api.post(path, { client_id: clientId, service_id: serviceId, domain });
    return {
      call: (api, those) => callAs(api, those.clientId, those),
      asForeignCustomer: { call: (api, those) => callAs(api, newClientId, those), status: 201 },
      succeedsBecause: ownRecords,
      repeats: 'domain',
    };
  }),
  ...['domains', 'leaked-credentials', 'dark-web', 'alerts', 'summary'].map((list) =>
    customerRead(`/api/v1/domain-monitoring/${list}`),
  ),
  ['GET /api/v1/domain-monitoring/leaked-credentials', domainFilter('/api/v1/domain-monitoring/leaked-credentials')],
  ['GET /api/v1/domain-monitoring/dark-web', domainFilter('/api/v1/domain-monitoring/dark-web')],
  ['GET /api/v1/domain-monitoring/alerts', domainFilter('/api/v1/domain-monitoring/alerts')],
  ['GET /api/v1/domain-monitoring/domains/{id}', domainMonitoringRead('domains', 'domainId')],
  ['GET /api/v1/domain-monitoring/alerts/{id}', domainMonitoringRead('alerts', 'domainAlertId')],
  ['GET /api/v1/domain-monitoring/domains/{id}/posture', postureRead()],
  [
    'PUT /api/v1/domain-monitoring/domains/{id}',
    ownedChange(
      'PUT',
      ({ domainId }) => `/api/v1/domain-monitoring/domains/${domainId}`,
      () => ({ dkim_selectors: [] }),
    ),
  ],
  [
    'GET /api/v1/domain-monitoring/record-template',
    { sameForAll: true, call: (api) => api.get('/api/v1/domain-monitoring/record-template') },
  ],
  [
    'PUT /api/v1/domain-monitoring/record-template',
    {
      // As it is by default, so that it stays the same for all.
      sameForAll: true,
      call: (api) => api.send('PUT', '/api/v1/domain-monitoring/record-template', { dkim_selectors: [] }),
    },
  ],
  ...['verification', 'verification/check'].map((action): [string, RouteCase] => [
    `POST /api/v1/domain-monitoring/domains/{id}/${action}`,
    ownedChange('POST', ({ domainId }) => `/api/v1/domain-monitoring/domains/${domainId}/${action}`),
  ]),
  ...['acknowledge', 'resolve'].map((action): [string, RouteCase] => [
    `POST /api/v1/domain-monitoring/alerts/{id}/${action}`,
    ownedChange('POST', ({ domainAlertId }) => `/api/v1/domain-monitoring/alerts/${domainAlertId}/${action}`),
  ]),
  ...domainCases('update-domain', { domain: 'another-name.example.com' }),
  ...domainCases('suspend-domain'),
  ...domainCases('resume-domain'),
  ...domainCases('terminate-domain'),
  [
    'POST /api/v1/billing/release-domain',
    ofItsId('/api/v1/billing/release-domain', ({ domainId }) => ({ monitored_domain_id: domainId })),
  ],
  ...['active', 'cancelled'].map((status): [string, RouteCase] => [
    'POST /api/v1/billing/sync-services',
    {
      call: (api, { clientId, serviceId }) => syncServices(api, clientId, serviceId, status),
      asForeignCustomer: {
        call: (api, { serviceId }) => syncServices(api, foreignClientId, serviceId, status),
        status: 200,
      },
      succeedsBecause: 'unknown services are listed and change nothing',
    },
  ]),
  ...inBothNamespaces('provision-subscription', (path) => {
    const callAs = (api: ApiClient, clientId: number, { serviceId }: World) =>
      api.post(path, { client_id: clientId, service_id: serviceId, product_slug: 'port_monitoring' });
    return {
      // Without a plan only a subscription that is there can be provisioned.
      call: (api, those) => callAs(api, those.clientId, those),
      asForeignCustomer: { call: (api, those) => callAs(api, foreignClientId, those), status: 422 },
    };
  }),
  ...inBothNamespaces('provision-subscription', (path, newClientId) => {
    const callAs = (api: ApiClient, clientId: number, { serviceId }: World) =>
      api.post(path, {
        client_id: clientId,
        service_id: serviceId,
        product_slug: 'port_monitoring',
        plan_slug: 'business',
      });
    return {
      call: (api, those) => callAs(api, those.clientId, those),
      asForeignCustomer: { call: (api, those) => callAs(api, newClientId, those), status: 201 },
      succeedsBecause: ownRecords,
    };
  }),
  ...subscriptionCases('change-subscription', { new_plan_slug: 'enterprise' }),
  ...subscriptionCases('suspend-subscription'),
  ...subscriptionCases('resume-subscription'),
  ...subscriptionCases('terminate-subscription'),
  [
    'DELETE /api/v1/billing/pricing',
    {
      call: (api, { planSlug }) => api.send('DELETE', `/api/v1/billing/pricing?plan_slug=${planSlug}&currency=USD`),
      succeedsBecause: 'prices that do not exist are none to delete',
    },
  ],
  [
    'POST /api/v1/billing/pricing',
    {
      call: (api, { planSlug }) =>
        api.post('/api/v1/billing/pricing', { prices: [{ ...priceTerms, plan_slug: planSlug, amount: 10 }] }),
      succeedsBecause: ownRecords,
      repeats: 'planSlug',
    },
  ],
  [
    'GET /api/v1/account',
    {
      call: (api) => api.get('/api/v1/account'),
      succeedsBecause: 'every key has an account',
      namesNothing: true,
    },
  ],
  [
    'GET /api/v1/customers/{billing_customer_id}',
    {
      call: (api, { clientId }) => api.get(`/api/v1/customers/${clientId}`),
      asForeignCustomer: { call: (api) => api.get(`/api/v1/customers/${foreignClientId}`), status: 200 },
    },
  ],
  [
    'GET /api/v1/customers/{billing_customer_id}/servers',
    {
      call: (api, { clientId }) => api.get(`/api/v1/customers/${clientId}/servers`),
      asForeignCustomer: { call: (api) => api.get(`/api/v1/customers/${foreignClientId}/servers`), status: 200 },
    },
  ],
  [
    'PUT /api/v1/customers/{billing_customer_id}',
    {
      call: (api, { clientId }) => api.send('PUT', `/api/v1/customers/${clientId}`, { client_name: 'Mine' }),
      namesCustomerOnly: true,
    },
  ],
  [
    'PUT /api/v1/customers/{billing_customer_id}/services/{service_id}',
    {
      call: (api, { clientId, serviceId }) =>
        api.send('PUT', `/api/v1/customers/${clientId}/services/${serviceId}`, { mrr: 1 }),
      asForeignCustomer: {
        call: (api, { serviceId }) =>
          api.send('PUT', `/api/v1/customers/${foreignClientId}/services/${serviceId}`, { mrr: 1 }),
        status: 404,
      },
    },
  ],
  [
    'POST /api/v1/customers/{billing_customer_id}/merge',
    {
      call: (api, { clientId }) => api.post(`/api/v1/customers/${clientId}/merge`, { into: 98_765, dry_run: true }),
      namesCustomerOnly: true,
    },
  ],
  [
    'POST /api/v1/customers/{billing_customer_id}/services/{service_id}/transfer',
    {
      call: (api, { clientId, serviceId }) =>
        api.post(`/api/v1/customers/${clientId}/services/${serviceId}/transfer`, { to: 98_765, dry_run: true }),
      asForeignCustomer: {
        call: (api, { serviceId }) =>
          api.post(`/api/v1/customers/${foreignClientId}/services/${serviceId}/transfer`, { to: 98_765 }),
        status: 404,
      },
    },
  ],
  ['GET /api/v1/usage', ownList(`usage?${thisYear}`)],
  customerRead('/api/v1/usage', `${thisYear}&`),
  customerRead('/api/v1/reports/monthly', `month=${new Date().toISOString().slice(0, 7)}&`),
  customerRead('/api/v1/reports/exposure', ''),
  [
    'DELETE /api/v1/customers/{billing_customer_id}/sessions',
    {
      call: (api, { clientId }) => api.send('DELETE', `/api/v1/customers/${clientId}/sessions`),
      asForeignCustomer: {
        call: (api) => api.send('DELETE', `/api/v1/customers/${foreignClientId}/sessions`),
        status: 200,
      },
    },
  ],
  customerRead('/api/v1/services'),
  customerRead('/api/v1/subscriptions'),
  customerRead('/api/v1/endpoints'),
  ['GET /api/v1/endpoints/{endpoint}', ownedRead('endpoints', 'endpointId', '')],
  ['GET /api/v1/endpoints/{endpoint}/detail', ownedRead('endpoints', 'endpointId', '/detail')],
  ['GET /api/v1/endpoints/{endpoint}/scans', ownedRead('endpoints', 'endpointId', '/scans')],
  ['GET /api/v1/endpoints/{endpoint}/services', ownedRead('endpoints', 'endpointId', '/services')],
  ['GET /api/v1/endpoints/{endpoint}/vantage-points', ownedRead('endpoints', 'endpointId', '/vantage-points')],
  ['GET /api/v1/scans/{scan}', ownedRead('scans', 'scanId', '')],
  [
    'GET /api/v1/alerts',
    {
      call: (api, { clientId, endpointId }) =>
        api.get(`/api/v1/alerts?billing_customer_id=${clientId}&endpoint_id=${endpointId}`),
      asForeignCustomer: {
        call: (api, { endpointId }) =>
          api.get(`/api/v1/alerts?billing_customer_id=${foreignClientId}&endpoint_id=${endpointId}`),
        status: 200,
      },
      succeedsBecause: 'an unknown billing_customer_id gives an empty list',
    },
  ],
  customerRead('/api/v1/alerts/summary'),
  customerRead('/api/v1/alerts/endpoint-summary'),
  ['GET /api/v1/alerts/{id}', ownedRead('alerts', 'alertId', '')],
  ['GET /api/v1/alerts/{id}/remediation', ownedRead('alerts', 'alertId', '/remediation')],
  ...alertActions.flatMap((action) => alertAction('alerts', action)),
  customerRead('/api/v1/monitoring/alerts'),
  ['GET /api/v1/monitoring/alerts/{id}', ownedRead('monitoring/alerts', 'alertId', '')],
  // A leak's alert, by the path of all kinds.
  ['GET /api/v1/monitoring/alerts/{id}', ownedRead('monitoring/alerts', 'domainAlertId', '')],
  ...alertActions.flatMap((action) => alertAction('monitoring/alerts', action)),
  ['GET /api/v1/monitoring/alerts/{id}/check', ownedRead('monitoring/alerts', 'alertId', '/check')],
  ...alertAction('monitoring/alerts', 'check'),
  ...['acknowledge', 'allow'].map((action): [string, RouteCase] => {
    const send = (api: ApiClient, { alertId }: World, clientId: number) =>
      api.post('/api/v1/monitoring/alerts/actions', { billing_customer_id: clientId, action, ids: [alertId] });
    return [
      'POST /api/v1/monitoring/alerts/actions',
      {
        call: (api, those) => send(api, those, those.clientId),
        asForeignCustomer: { call: (api, those) => send(api, those, foreignClientId), status: 200 },
        succeedsBecause: 'ids of others are answered as absent',
        repeats: 'alertId',
      },
    ];
  }),
  customerRead('/api/v1/monitoring/causes'),
  customerRead('/api/v1/monitoring/port-groups'),
  customerRead('/api/v1/monitoring/overview'),
  customerRead('/api/v1/monitoring/public-services'),
  [
    'POST /api/v1/monitoring/public-services',
    {
      call: (api, { clientId, endpointId }) => answerPublicServices(api, clientId, endpointId),
      asForeignCustomer: {
        call: (api, { endpointId }) => answerPublicServices(api, foreignClientId, endpointId),
        status: 404,
      },
    },
  ],
  customerRead('/api/v1/whitelists'),
  ['GET /api/v1/whitelists/{id}', ownedRead('whitelists', 'ruleId', '')],
  ...changeOfAnyCustomers(
    'POST /api/v1/whitelists',
    'POST',
    () => '/api/v1/whitelists',
    ({ spareEndpointId }) => ({ port_start: 8_443, protocol: 'tcp', endpoint_id: spareEndpointId }),
  ),
  ...changeOfAnyCustomers(
    'PUT /api/v1/whitelists/{id}',
    'PUT',
    ({ ruleId }) => `/api/v1/whitelists/${ruleId}`,
    () => ({ port_start: 444, protocol: 'tcp' }),
  ),
  ...removalOfAnyCustomers('whitelists', 'id', 'ruleId', 'otherRuleId'),
  [
    'POST /api/v1/firewall/ingest',
    ownedChange(
      'POST',
      () => '/api/v1/firewall/ingest',
      ({ spareEndpointId }) => ({
        endpoint_id: spareEndpointId,
        dump: '-P INPUT DROP\n-A INPUT -p tcp --dport 8080 -j ACCEPT\n',
      }),
    ),
  ],
  ...notificationCases(),
  ...webhookCases(),
  ...channelCases(),
  [
    'PUT /api/v1/endpoints/{endpoint}',
    ownedChange(
      'PUT',
      ({ spareEndpointId }) => `/api/v1/endpoints/${spareEndpointId}`,
      () => ({ nickname: 'taken over' }),
    ),
  ],
  ...removalOfAnyCustomers('endpoints', 'endpoint', 'spareEndpointId', 'otherSpareEndpointId'),
  ...['GET', 'POST', 'DELETE'].map((method): [string, RouteCase] => [
    `${method} /api/v1/session`,
    { ofPortal: true, call: (api) => api.send(method as 'GET', '/api/v1/session', bodyOfSession(method)) },
  ]),
  [
    'POST /api/v1/session/view',
    {
      ofSession: true,
      namesCustomerOnly: true,
      call: (api, { clientId }) => api.post('/api/v1/session/view', { billing_customer_id: clientId }),
    },
  ],
  [
    'PUT /api/v1/session/language',
    { ofPortal: true, call: (api) => api.send('PUT', '/api/v1/session/language', { language: 'en' }) },
  ],
  ['DELETE /api/v1/session/view', { ofPortal: true, call: (api) => api.send('DELETE', '/api/v1/session/view') }],
  ...['invitation', 'invitation/look', 'password-reset', 'password-reset/complete'].map(
    (action): [string, RouteCase] => [
      `POST /api/v1/session/${action}`,
      {
        ofPortal: true,
        call: (api) =>
          api.post(`/api/v1/session/${action}`, { token: 'x', password: goodPassword, email: 'owner@example.com' }),
      },
    ],
  ),
  ...['passkey', 'passkey/options'].map((action): [string, RouteCase] => [
    `POST /api/v1/session/${action}`,
    { ofPortal: true, call: (api) => api.post(`/api/v1/session/${action}`, { credential: nobodysSignature }) },
  ]),
  ...ownAccountCases(),
  ['GET /api/v1/plans', ownList('plans')],
  [
    'GET /api/v1/settings/customer-additions',
    {
      namesCustomerOnly: true,
      sameForAll: true,
      call: (api, { clientId }) => api.get(`/api/v1/settings/customer-additions?billing_customer_id=${clientId}`),
    },
  ],
  [
    'PUT /api/v1/settings/customer-additions',
    {
      // As it is by default, so that it stays the same for all.
      ofSession: true,
      call: (api) => api.send('PUT', '/api/v1/settings/customer-additions', { mode: 'within_capacity' }),
    },
  ],
  [
    'GET /api/v1/settings/weekly-summary',
    { sameForAll: true, call: (api) => api.get('/api/v1/settings/weekly-summary') },
  ],
  [
    'PUT /api/v1/settings/weekly-summary',
    {
      // As it is by default, so that it stays the same for all.
      ofSession: true,
      call: (api) => api.send('PUT', '/api/v1/settings/weekly-summary', { enabled: true }),
    },
  ],
  ['GET /api/v1/prices', ownList('prices')],
  ['GET /api/v1/billing/pricing', ownList('billing/pricing')],
  [
    'GET /api/v1/upgrade',
    {
      namesCustomerOnly: true,
      call: (api, { clientId }) => api.get(`/api/v1/upgrade?billing_customer_id=${clientId}`),
    },
  ],
  ['GET /api/v1/customers', ownList('customers?search=Secret')],
  ['GET /api/v1/events', ownList('events')],
  customerRead('/api/v1/events'),
  ['GET /api/v1/events', { call: (api, { eventId }) => api.get(`/api/v1/events?after=${eventId}`) }],
  ['GET /api/v1/audit', ownList('audit')],
  customerRead('/api/v1/audit'),
  [
    'GET /api/v1/audit',
    {
      call: (api, { endpointId }) => api.get(`/api/v1/audit?subject_id=${endpointId}`),
      succeedsBecause: 'nothing was done to an unknown subject',
    },
  ],
  ...identityCases(),
  [
    'PUT /api/v1/plans/port_monitoring/{plan_slug}',
    { sameForAll: true, call: (api) => api.send('PUT', '/api/v1/plans/port_monitoring/starter', { capacity: 5 }) },
  ],
  [
    'DELETE /api/v1/plans/port_monitoring/{plan_slug}',
    { call: (api) => api.send('DELETE', '/api/v1/plans/port_monitoring/private-plan') },
  ],
  [
    'PUT /api/v1/account/sandbox',
    { sameForAll: true, call: (api) => api.send('PUT', '/api/v1/account/sandbox', { enabled: true }) },
  ],
  ['GET /api/v1/sandbox/scenarios', { sameForAll: true, call: (api) => api.get('/api/v1/sandbox/scenarios') }],
  [
    'GET /api/v1/sandbox/scenario',
    {
      call: (api, { sandboxEndpointId }) => api.get(`/api/v1/sandbox/scenario?endpoint_id=${sandboxEndpointId}`),
    },
  ],
  [
    'PUT /api/v1/sandbox/scenario',
    {
      call: (api, { sandboxEndpointId }) =>
        api.send('PUT', '/api/v1/sandbox/scenario', { scenario: 'critical', endpoint_id: sandboxEndpointId }),
    },
  ],
  [
    'POST /api/v1/sandbox/scan',
    {
      call: (api, { sandboxEndpointId }) => api.post('/api/v1/sandbox/scan', { endpoint_id: sandboxEndpointId }),
    },
  ],
  ['GET /api/v1/sandbox/clock', { sameForAll: true, call: (api) => api.get('/api/v1/sandbox/clock') }],
  [
    'POST /api/v1/sandbox/clock',
    {
      sameForAll: true,
      call: (api) => api.post('/api/v1/sandbox/clock', { advance_seconds: 60, wait_seconds: 0 }),
    },
  ],
  ['POST /api/v1/sandbox/reset', { sameForAll: true, call: (api) => api.post('/api/v1/sandbox/reset') }],
  [
    'POST /api/v1/sso/token',
    {
      namesCustomerOnly: true,
      call: (api, { clientId }) => api.post('/api/v1/sso/token', { client_id: clientId }),
    },
  ],
  [
    'POST /api/v1/endpoints',
    {
      call: (api, { clientId }) => addEndpoint(api, clientId, spareAddress),
      asForeignCustomer: { call: (api) => addEndpoint(api, foreignClientId, foreignCustomersAddress), status: 200 },
      succeedsBecause: 'every partner numbers its own customers',
    },
  ],
];

function bodyOfSession(method: string): object | undefined {
  return method === 'POST' ? { email: 'owner@example.com', password: 'not the right one' } : undefined;
}

/** What a customer hears of by e-mail; one of them names something besides the customer. */
function notificationCases(): [string, RouteCase][] {
  const path = '/api/v1/notifications';
  const settings = (api: ApiClient, clientId: number) => api.get(`${path}/settings?client_id=${clientId}`);
  const remove = (api: ApiClient, id: string, query: string) => api.send('DELETE', `${path}/recipients/${id}${query}`);
  const choose = (api: ApiClient, id: string, clientId: number) =>
    api.send('PUT', `${path}/recipients/${id}`, { client_id: clientId, monthly_report: true });
  const asForeignCustomer = {
    call: ((api, { recipientId }) => remove(api, recipientId, `?client_id=${foreignClientId}`)) satisfies Call,
    status: 403,
  };
  const removals: Call[] = [
    (api, { recipientId, clientId }) => remove(api, recipientId, `?client_id=${clientId}`),
    (api, { otherRecipientId }) => remove(api, otherRecipientId, ''),
    // The address that the billing system tells is known by the customer's own id.
    (api, { customerId }) => remove(api, customerId, ''),
  ];
  return [
    [
      `GET ${path}/settings`,
      {
        call: (api, { clientId }) => settings(api, clientId),
        asForeignCustomer: { call: (api) => settings(api, foreignClientId), status: 200 },
      },
    ],
    [
      `PUT ${path}/settings`,
      {
        namesCustomerOnly: true,
        call: (api, { clientId }) => api.send('PUT', `${path}/settings`, { client_id: clientId, port_alerts: false }),
      },
    ],
    [
      `PUT ${path}/recipients/{id}`,
      {
        call: (api, { recipientId, clientId }) => choose(api, recipientId, clientId),
        asForeignCustomer: { call: (api, { recipientId }) => choose(api, recipientId, foreignClientId), status: 403 },
      },
    ],
    [
      `POST ${path}/recipients`,
      {
        namesCustomerOnly: true,
        call: (api, { clientId }) =>
          api.post(`${path}/recipients`, { client_id: clientId, email: 'stranger@example.org' }),
      },
    ],
    ...removals.map((call): [string, RouteCase] => [`DELETE ${path}/recipients/{id}`, { call, asForeignCustomer }]),
  ];
}

/** Where an account's systems are told of events. */
function webhookCases(): [string, RouteCase][] {
  const path = '/api/v1/webhooks';
  const url = 'https://hooks.example.com/breakwater';
  const calls: [string, Call][] = [
    ['GET {id}', (api, { webhookId }) => api.get(`${path}/${webhookId}`)],
    ['PUT {id}', (api, { webhookId }) => api.send('PUT', `${path}/${webhookId}`, { url })],
    ['POST {id}/rotate-secret', (api, { webhookId }) => api.post(`${path}/${webhookId}/rotate-secret`)],
    ['POST {id}/test', (api, { webhookId }) => api.post(`${path}/${webhookId}/test`)],
    [
      'POST {id}/replay',
      (api, { webhookId }) => api.post(`${path}/${webhookId}/replay`, { since: '2026-01-01T00:00:00Z' }),
    ],
    ['GET {id}/deliveries', (api, { webhookId }) => api.get(`${path}/${webhookId}/deliveries`)],
    [
      'GET {id}/deliveries/{delivery_id}',
      (api, { webhookId, deliveryId }) => api.get(`${path}/${webhookId}/deliveries/${deliveryId}`),
    ],
    [
      'POST {id}/deliveries/{delivery_id}/retry',
      (api, { webhookId, deliveryId }) => api.post(`${path}/${webhookId}/deliveries/${deliveryId}/retry`),
    ],
    ['DELETE {id}', (api, { webhookId }) => api.send('DELETE', `${path}/${webhookId}`)],
  ];
  return [
    [`GET ${path}`, ownList('webhooks')],
    [`POST ${path}`, { sameForAll: true, call: (api) => api.post(path, { url }) }],
    ...calls.map(([operation, call]): [string, RouteCase] => [operation.replace(' ', ` ${path}/`), { call }]),
  ];
}

/** Chats and pagers that are told of alerts: a customer's, and the partner's own. */
function channelCases(): [string, RouteCase][] {
  const path = '/api/v1/channels';
  const target = { type: 'ntfy', name: 'x', topic: 'x' };
  const list = (api: ApiClient, clientId: number) => api.get(`${path}?billing_customer_id=${clientId}`);
  const calls: [string, (api: ApiClient, id: string, naming: string, body: object) => Promise<ApiAnswer>][] = [
    [`GET ${path}/{id}`, (api, id, naming) => api.get(`${path}/${id}${naming}`)],
    [`PUT ${path}/{id}`, (api, id, _naming, body) => api.send('PUT', `${path}/${id}`, { name: 'taken', ...body })],
    [`POST ${path}/{id}/test`, (api, id, _naming, body) => api.post(`${path}/${id}/test`, body)],
    [`DELETE ${path}/{id}`, (api, id, naming) => api.send('DELETE', `${path}/${id}${naming}`)],
  ];
  const foreign = { billing_customer_id: foreignClientId };
  return [
    [
      `GET ${path}`,
      {
        call: (api, { clientId }) => list(api, clientId),
        asForeignCustomer: { call: (api) => list(api, foreignClientId), status: 200 },
      },
    ],
    [
      `POST ${path}`,
      {
        namesCustomerOnly: true,
        call: (api, { clientId }) => api.post(path, { billing_customer_id: clientId, ...target }),
      },
    ],
    ...calls.flatMap(([name, call]): [string, RouteCase][] => [
      [
        name,
        {
          call: (api, { channelId }) => call(api, channelId, '', {}),
          asForeignCustomer: {
            call: (api, { channelId }) => call(api, channelId, `?billing_customer_id=${foreignClientId}`, foreign),
            status: 403,
          },
        },
      ],
      [
        name,
        {
          call: (api, { ownChannelId }) => call(api, ownChannelId, '', {}),
          asForeignCustomer: {
            call: (api, { ownChannelId }) =>
              call(api, ownChannelId, `?billing_customer_id=${foreignClientId}`, foreign),
            status: 403,
          },
        },
      ],
    ]),
  ];
}

/** What administrators do about themselves; one of them names something. */
function ownAccountCases(): [string, RouteCase][] {
  const path = '/api/v1/administrator';
  const password = 'not the right one';
  const credential = new SoftwarePasskey().create({ challenge: 'bm9uZQ', rp: { id: 'x' }, user: { id: 'bm9uZQ' } });
  const calls: [string, Call][] = [
    [`GET ${path}`, (api) => api.get(path)],
    [
      `PUT ${path}/password`,
      (api) => api.send('PUT', `${path}/password`, { current_password: password, new_password: goodPassword }),
    ],
    ['POST /api/v1/session/proof', (api) => api.post('/api/v1/session/proof', { password })],
    [`POST ${path}/second-factor`, (api) => api.post(`${path}/second-factor`)],
    [`POST ${path}/second-factor/confirm`, (api) => api.post(`${path}/second-factor/confirm`, { code: '000000' })],
    [`DELETE ${path}/second-factor`, (api) => api.send('DELETE', `${path}/second-factor`, { password })],
    [`GET ${path}/second-factor`, (api) => api.get(`${path}/second-factor`)],
    [`POST ${path}/passkeys`, (api) => api.post(`${path}/passkeys`, { password })],
    [`POST ${path}/passkeys/confirm`, (api) => api.post(`${path}/passkeys/confirm`, { name: 'Laptop', credential })],
    [
      `DELETE ${path}/passkeys/{id}`,
      (api, { passkeyId }) => api.send('DELETE', `${path}/passkeys/${passkeyId}`, { password: goodPassword }),
    ],
    [`GET ${path}/sessions`, (api) => api.get(`${path}/sessions`)],
    [`DELETE ${path}/sessions/{id}`, (api, { sessionId }) => api.send('DELETE', `${path}/sessions/${sessionId}`)],
  ];
  return calls.map(([operation, call]) => [operation, { ofSession: true, call }]);
}

/** A list of what an account has. */
function ownList(path: string): RouteCase {
  return {
    call: (api) => api.get(`/api/v1/${path}`),
    succeedsBecause: 'every account has its own',
    namesNothing: true,
  };
}

/** Who may act for an account and under which names. */
function identityCases(): [string, RouteCase][] {
  const lists = ['administrators', 'keys', 'portal-domains', 'branding'];
  const administrator = { email: 'fresh@example.com', password: goodPassword };
  const removal = (
    list: string,
    id: 'keyId' | 'portalDomainId' | 'administratorId' | 'invitationId',
  ): [string, Call] => [
    `DELETE /api/v1/${list}/{id}`,
    (api, those) => api.send('DELETE', `/api/v1/${list}/${those[id]}`),
  ];
  const demand = '/api/v1/settings/second-factor';
  const calls: [string, Call][] = [
    [`GET ${demand}`, (api) => api.get(demand)],
    // As it is by default.
    [`PUT ${demand}`, (api) => api.send('PUT', demand, { required: false })],
    ...lists.map((list): [string, Call] => [`GET /api/v1/${list}`, (api) => api.get(`/api/v1/${list}`)]),
    [
      'POST /api/v1/keys',
      (api, { portalDomain }) => api.post('/api/v1/keys', { name: 'new', portal_domain: portalDomain }),
    ],
    ['GET /api/v1/keys/{id}/requests', (api, { keyId }) => api.get(`/api/v1/keys/${keyId}/requests`)],
    [
      'GET /api/v1/keys/{id}/requests/{request_id}',
      (api, { keyId, keyRequestId }) => api.get(`/api/v1/keys/${keyId}/requests/${keyRequestId}`),
    ],
    ['POST /api/v1/keys/{id}/rotate', (api, { keyId }) => api.post(`/api/v1/keys/${keyId}/rotate`)],
    removal('keys', 'keyId'),
    ['POST /api/v1/portal-domains', (api) => api.post('/api/v1/portal-domains', { domain: 'fresh.example.com' })],
    [
      'POST /api/v1/portal-domains/{id}/check',
      (api, { portalDomainId }) => api.post(`/api/v1/portal-domains/${portalDomainId}/check`),
    ],
    [
      'POST /api/v1/portal-domains/{id}/reach',
      (api, { portalDomainId }) => api.post(`/api/v1/portal-domains/${portalDomainId}/reach`),
    ],
    removal('portal-domains', 'portalDomainId'),
    ['POST /api/v1/administrators', (api) => api.post('/api/v1/administrators', administrator)],
    [
      'PUT /api/v1/administrators/{id}/role',
      (api, { administratorId }) =>
        api.send('PUT', `/api/v1/administrators/${administratorId}/role`, { role: 'owner' }),
    ],
    removal('administrators', 'administratorId'),
    ['GET /api/v1/invitations', (api) => api.get('/api/v1/invitations')],
    [
      'POST /api/v1/invitations',
      (api) => api.post('/api/v1/invitations', { email: 'fresh@example.com', role: 'support' }),
    ],
    [
      'POST /api/v1/invitations/{id}/resend',
      (api, { invitationId }) => api.post(`/api/v1/invitations/${invitationId}/resend`),
    ],
    removal('invitations', 'invitationId'),
    ['PUT /api/v1/branding', (api) => api.send('PUT', '/api/v1/branding', {})],
    ['GET /api/v1/mail-sender', (api) => api.get('/api/v1/mail-sender')],
    ['PUT /api/v1/mail-sender', (api) => api.send('PUT', '/api/v1/mail-sender', { address: 'a@fresh.example' })],
    ['POST /api/v1/mail-sender/check', (api) => api.post('/api/v1/mail-sender/check')],
    ['POST /api/v1/mail-sender/test', (api) => api.post('/api/v1/mail-sender/test')],
    ['DELETE /api/v1/mail-sender', (api) => api.send('DELETE', '/api/v1/mail-sender')],
  ];
  return calls.map(([operation, call]) => [operation, { ofSession: true, call }]);
}

/** A summary or list of a customer: empty for one that the partner does not have. */
/** @param more further parameters, each with its `&` */
function customerRead(path: string, more = ''): [string, RouteCase] {
  const read = (api: ApiClient, clientId: number) => api.get(`${path}?${more}billing_customer_id=${clientId}`);
  return [
    `GET ${path}`,
    {
      call: (api, { clientId }) => read(api, clientId),
      asForeignCustomer: { call: (api) => read(api, foreignClientId), status: 200 },
      succeedsBecause: 'an unknown billing_customer_id gives an empty list or zeros',
    },
  ];
}

/** A list for one domain: empty for a domain that is not the customer's. */
function domainFilter(path: string): RouteCase {
  const read = (api: ApiClient, clientId: number, domainId: string) =>
    api.get(`${path}?billing_customer_id=${clientId}&domain_id=${domainId}`);
  return {
    call: (api, { clientId, domainId }) => read(api, clientId, domainId),
    asForeignCustomer: { call: (api, { domainId }) => read(api, foreignClientId, domainId), status: 200 },
    succeedsBecause: 'an unknown billing_customer_id gives an empty list',
  };
}

function postureRead(): ForeignCustomerCase {
  const read = (api: ApiClient, { domainId }: World, clientId: number) =>
    api.get(`/api/v1/domain-monitoring/domains/${domainId}/posture?billing_customer_id=${clientId}`);
  return {
    call: (api, those) => read(api, those, those.clientId),
    asForeignCustomer: { call: (api, those) => read(api, those, foreignClientId), status: 403 },
  };
}

function domainMonitoringRead(kind: 'domains' | 'alerts', id: 'domainId' | 'domainAlertId'): ForeignCustomerCase {
  const read = (api: ApiClient, world: World, clientId: number) =>
    api.get(`/api/v1/domain-monitoring/${kind}/${world[id]}?billing_customer_id=${clientId}`);
  return {
    call: (api, those) => read(api, those, those.clientId),
    asForeignCustomer: { call: (api, those) => read(api, those, foreignClientId), status: 403 },
  };
}

function ownedRead(
  group: string,
  id: 'endpointId' | 'alertId' | 'domainAlertId' | 'scanId' | 'ruleId',
  rest: string,
): ForeignCustomerCase {
  return {
    call: (api, world) => api.get(`/api/v1/${group}/${world[id]}${rest}`),
    asForeignCustomer: {
      call: (api, world) => api.get(`/api/v1/${group}/${world[id]}${rest}?billing_customer_id=${foreignClientId}`),
      status: 403,
    },
  };
}

const absent: World = {
  endpointId: '0190aaaa-0000-7000-8000-00000000dead',
  alertId: '0190aaaa-0000-7000-8000-00000000beef',
  // As long as what exists, so that answers that repeat it are of one length.
  clientId: 4_999,
  serviceId: 770_999,
  domainId: '0190aaaa-0000-7000-8000-00000000d0d0',
  domainAlertId: '0190aaaa-0000-7000-8000-0000000d0a1e',
  domain: 'nobodys-shop.example.com',
  planSlug: 'nobodys-plan',
  scanId: '0190aaaa-0000-7000-8000-00000000cafe',
  ruleId: '0190aaaa-0000-7000-8000-00000000face',
  spareEndpointId: '0190aaaa-0000-7000-8000-00000000fade',
  otherRuleId: '0190aaaa-0000-7000-8000-0000000faced',
  otherSpareEndpointId: '0190aaaa-0000-7000-8000-0000000faded',
  sandboxEndpointId: '0190aaaa-0000-7000-8000-00000000feed',
  recipientId: '0190aaaa-0000-7000-8000-0000000ec1ae',
  otherRecipientId: '0190aaaa-0000-7000-8000-0000000ec1af',
  channelId: '0190aaaa-0000-7000-8000-00000000cba1',
  ownChannelId: '0190aaaa-0000-7000-8000-00000000cba2',
  customerId: '0190aaaa-0000-7000-8000-00000000c057',
  keyId: '0190aaaa-0000-7000-8000-00000000c0de',
  keyRequestId: '0190aaaa-0000-7000-8000-0000000c0de1',
  portalDomainId: '0190aaaa-0000-7000-8000-00000000d0aa',
  portalDomain: 'nobodys-portal.example.com',
  administratorId: '0190aaaa-0000-7000-8000-00000000ada0',
  sessionId: '0190aaaa-0000-7000-8000-00000000ce55',
  passkeyId: '0190aaaa-0000-7000-8000-00000000fa55',
  invitationId: '0190aaaa-0000-7000-8000-000000001a1d',
  webhookId: '0190aaaa-0000-7000-8000-000000003e8b',
  deliveryId: '0190aaaa-0000-7000-8000-0000000de117',
  // Not so old that the log of events begins behind it.
  eventId: 'ffffffff-0000-7000-8000-00000000e0e0',
};

let service: TestService;
let owner: TestPartner;
let stranger: TestPartner;
let world: World;
let operations: string[];
/** Those that take a customer's billing id. */
let customerScoped: string[];
/** Everything that identifies what A has. */
let secrets: string[];

beforeAll(async () => {
  // Nothing listens there: mail is set up, and never sent.
  const environment = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'alerts@mail.example.com' };
  service = await TestService.start({ role: 'api', environment });
  owner = await service.partner('Owner Hosting');
  stranger = await service.partner('Stranger Hosting');
  await pretendLiveWorker(service);
  const clientId = 4_001;
  const serviceId = 770_123;
  const endpointId = await provision(owner.api, '127.77.66.55', {
    client_id: clientId,
    service_id: serviceId,
    hostname: 'secret-host.example.com',
    client_name: 'Secret Customer',
    client_email: 'secret-customer@example.com',
  });
  await provision(owner.api, foreignCustomersAddress, { client_id: foreignClientId });
  const spare = { client_id: clientId, hostname: 'secret-spare.example.com' };
  const spareEndpointId = await provision(owner.api, spareAddress, spare);
  const otherSpareEndpointId = await provision(owner.api, '127.77.66.59', spare);
  const scanId = await requestScan(owner.api, spareEndpointId, clientId);
  await provision(stranger.api, '127.77.66.57', { client_id: 1, service_id: 1 });
  const alertId = await insertAlert(service, owner, endpointId, { port: 61_234 });
  for (const id of [endpointId, spareEndpointId]) await insertAlert(service, owner, id, { port: 587 });
  const [domain, planSlug] = ['private-shop.example.com', 'private-plan'];
  const address = { client_id: clientId, service_id: serviceId };
  const subscription = { ...address, product_slug: 'port_monitoring' };
  const subscriptionId = await subscribe(owner.api, subscription, { plan_slug: 'business', mrr: 6123.4 });
  const domainId = (await act(owner.api, 'provision-domain', { ...address, domain })).body.data.monitored_domain_id;
  await scanDomain(service, domainId, [leakedCredential(`secret.person@${domain}`), mention(domain)]);
  const domainAlerts = await owner.api.get(`/api/v1/domain-monitoring/alerts?billing_customer_id=${clientId}`);
  const domainAlertId = domainAlerts.body.data.alerts[0].id;
  const prices = ['EUR', 'USD'].map((currency) => ({ ...priceTerms, currency, plan_slug: planSlug, amount: 61_234.5 }));
  await act(owner.api, 'pricing', { prices });
  await setUnsubscribedCap(service, owner, 'domain_monitoring', accountCap);
  const ruleId = await allowPort(clientId, 443);
  const otherRuleId = await allowPort(clientId, 445);
  const sandbox = await enableSandbox(service, owner);
  await enableSandbox(service, stranger);
  const sandboxEndpointId = await provision(sandbox, '127.77.66.55', { hostname: 'secret-trial.example.com' });
  // Nothing works here that would scan it, and nothing is due in anybody's sandbox.
  await service.store.database.pool.query(
    "UPDATE endpoints SET next_scan_at = next_scan_at + interval '1 day' WHERE id = $1",
    [sandboxEndpointId],
  );
  const consoleIds = await ownersConsole();
  const customerId = await customersId(clientId);
  const [recipientId, otherRecipientId] = [await addRecipient(customerId), await addRecipient(customerId)];
  await sequenceEvents(service);
  const eventId = (await owner.api.get('/api/v1/events')).body.data.events[0].id;
  const channelId = await addChannel({ billing_customer_id: clientId });
  const ownChannelId = await addChannel({});
  const ids = {
    ...consoleIds,
    ...(await ownersWebhook()),
    eventId,
    channelId,
    ownChannelId,
    endpointId,
    alertId,
    domainId,
    domainAlertId,
    scanId,
    ruleId,
    spareEndpointId,
    otherRuleId,
    otherSpareEndpointId,
    customerId,
    recipientId,
    otherRecipientId,
  };
  world = {
    ...ids,
    sandboxEndpointId,
    clientId,
    serviceId,
    domain,
    planSlug,
    portalDomain: 'secret-portal.example.com',
  };
  secrets = [
    ...[...Object.values(ids), sandboxEndpointId, subscriptionId],
    ...[owner.partnerId, owner.portalDomain, owner.apiKey.slice(0, 8)],
    ...[domain, planSlug, '127.77.66.55', '61234', '6123.4', String(accountCap), 'secret', 'Secret', 'Owner Hosting'],
  ];
  const document = await service.client('any.example', null).get('/openapi.json');
  const described = Object.entries<object>(document.body.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      takesCustomer: /"(billing_customer_id|client_id)"/.test(
        JSON.stringify([operation.parameters, operation.requestBody]),
      ),
    })),
  );
  operations = described.map(({ name }) => name);
  customerScoped = described.filter(({ takesCustomer }) => takesCustomer).map(({ name }) => name);
});
afterAll(async () => {
  await service?.stop();
});

/** What A has set up on its console. */
async function ownersConsole() {
  await createAdministrator(owner, 'secret.owner@example.com');
  await createAdministrator(stranger, 'stranger@example.com');
  const browser = await signInAdministrator(service, owner, 'secret.owner@example.com');
  const invited = await browser.post('/api/v1/invitations', { email: 'secret.guest@example.com', role: 'support' });
  const portalDomain = { domain: 'secret-portal.example.com' };
  const added = await browser.post('/api/v1/portal-domains', portalDomain);
  const spare = await browser.post('/api/v1/portal-domains', { domain: 'secret-spare-portal.example.com' });
  const key = await browser.post('/api/v1/keys', { name: 'secret key' });
  await browser.send('PUT', '/api/v1/plans/port_monitoring/private-plan', { capacity: 7 });
  await browser.send('PUT', '/api/v1/branding', { display_name: 'Secret Look', accent_colour: '#5ec4e7' });
  expect([added, spare, key].map(({ status }) => status)).toEqual([201, 201, 201]);
  const keyId = key.body.data.id as string;
  await service.client(owner.portalDomain, key.body.data.api_key).get('/api/v1/plans');
  const requests = `/api/v1/keys/${keyId}/requests`;
  const keyRequestId = await eventually('a request in the log', async () => {
    const [request] = (await browser.get(requests)).body.data.requests;
    return request?.id as string | undefined;
  });
  const passkeys = '/api/v1/administrator/passkeys';
  const { options } = (await browser.post(passkeys, { password: goodPassword })).body.data;
  const kept = { name: 'secret laptop', credential: ownersPasskey.create(options) };
  const passkeyId = (await browser.post(`${passkeys}/confirm`, kept)).body.data.passkey.id as string;
  return {
    passkeyId,
    keyId,
    keyRequestId,
    invitationId: invited.body.data.invitation.id as string,
    portalDomainId: spare.body.data.portal_domain.id as string,
    administratorId: await createAdministrator(owner, 'secret.spare@example.com'),
    sessionId: (await browser.get('/api/v1/administrator/sessions')).body.data.sessions[0].id as string,
  };
}

/** The administrator of A, whose password alone is not enough. */
async function signInOwner(): Promise<PortalBrowser> {
  const browser = new PortalBrowser(service, owner.portalDomain);
  const { options } = (await browser.post('/api/v1/session/passkey/options')).body.data;
  const answer = await browser.post('/api/v1/session/passkey', { credential: ownersPasskey.get(options) });
  expect(answer.status).toBe(200);
  return browser;
}

/** Makes a rule of A and returns its id. */
async function allowPort(clientId: number, port: number): Promise<string> {
  const rule = { billing_customer_id: clientId, port_start: port, protocol: 'tcp', description: 'secret rule' };
  return (await owner.api.post('/api/v1/whitelists', rule)).body.data.id;
}

async function customersId(clientId: number): Promise<string> {
  const { rows } = await service.store.database.pool.query<{ id: string }>(
    'SELECT id FROM customers WHERE partner_id = $1 AND billing_customer_id = $2',
    [owner.partnerId, clientId],
  );
  return rows[0]!.id;
}

/** A webhook, and what became of an event. */
async function ownersWebhook() {
  const { body } = await owner.api.post('/api/v1/webhooks', { url: 'https://secret-hooks.example.com/' });
  const [webhookId, deliveryId] = [body.data.webhook.id as string, randomUUID()];
  await service.store.database.pool.query(
    `INSERT INTO webhook_deliveries (partner_id, webhook_id, event_id, event_type, status, created_at, settled_at)
     VALUES ($1, $2, $3, 'scan.failed', 'failed', now(), now())`,
    [owner.partnerId, webhookId, deliveryId],
  );
  return { webhookId, deliveryId };
}

async function addChannel(more: object): Promise<string> {
  const channel = { type: 'ntfy', name: 'secret-channel', topic: 'secret-topic', ...more };
  return (await owner.api.post('/api/v1/channels', channel)).body.data.channel.id;
}

/** An address that has confirmed. */
async function addRecipient(customerId: string): Promise<string> {
  const id = randomUUID();
  await service.store.database.pool.query(
    `INSERT INTO notification_recipients (partner_id, id, customer_id, source, address, status, created_at, updated_at)
     VALUES ($1, $2, $3, 'added', $4, 'active', now(), now())`,
    [owner.partnerId, id, customerId, `secret-${id.slice(0, 8)}@example.org`],
  );
  return id;
}

/** Every row of A and of its sandbox that a call might have touched. */
async function ownersRows(): Promise<string[]> {
  const tables = [
    ...['customers', 'services', 'plans', 'subscriptions', 'pro_rata_windows', 'unsubscribed_caps', 'prices'],
    ...['endpoints', 'scans', 'monitored_domains', 'alerts', 'allowed_port_rules', 'audit_entries', 'idempotency_keys'],
    'public_service_answers',
    ...['domain_scans', 'leaked_credentials', 'dark_web_findings'],
    ...['observations', 'sandbox_scenarios', 'sign_in_tokens', 'sessions', 'known_devices', 'sign_in_failures'],
    ...['api_keys', 'portal_domains', 'administrators', 'brandings', 'mail_senders'],
    ...['administrator_invitations', 'password_resets', 'passkeys'],
    ...['notification_choices', 'notification_recipients', 'notification_deliveries', 'alert_links'],
    ...['webhooks', 'webhook_deliveries'],
    ...['channels', 'channel_alerts', 'channel_incidents', 'alert_inbox', 'channel_messages'],
  ];
  const rows = [];
  for (const table of tables) {
    // Of a key and a session it is noted when they were used, whatever they are used for; and who was refused, once a minute, by the machine's clock.
    const query = `SELECT '${table}' || (to_jsonb(t) - 'last_used_at')::text AS row FROM ${table} t JOIN partners p ON p.id = t.partner_id
      WHERE $1 IN (p.id, p.sandbox_of) AND to_jsonb(t) ->> 'action' IS DISTINCT FROM 'access.refused' ORDER BY row`;
    const result = await service.store.database.pool.query<{ row: string }>(query, [owner.partnerId]);
    rows.push(...result.rows.map(({ row }) => row));
  }
  return rows;
}

function expectNothingOfOwner(answer: ApiAnswer, sent: readonly string[] = []): void {
  const uuids = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g;
  // Any id, such as the request's own, may by chance contain a number that A has.
  // So is called what an authenticator application reads of its key, and what a webhook signs with.
  const names = /\?secret=|"secret":|"previous_secret_until":/g;
  const parts = JSON.stringify([answer.body, answer.headers]).replaceAll(names, '');
  const text = parts.replaceAll(uuids, (id) => (secrets.includes(id) ? id : 'an id of others'));
  for (const secret of secrets.filter((candidate) => !sent.includes(candidate))) expect(text).not.toContain(secret);
}

describe('every operation of the OpenAPI document', () => {
  it('has a case here, and every case is an operation', () => {
    expect(operations.length).toBeGreaterThan(10);
    const namesOf = (some: typeof cases) => [...new Set(some.map(([operation]) => operation))].toSorted();
    expect(namesOf(cases)).toEqual(operations.toSorted());
    const namingCustomers = cases.filter(([, route]) => route.asForeignCustomer ?? route.namesCustomerOnly);
    expect(namesOf(namingCustomers)).toEqual(customerScoped.toSorted());
  });

  it('tells nothing without a key', async () => {
    for (const [operation, { open, ofPortal, call }] of cases) {
      if (ofPortal) continue;
      service.clock.advanceSeconds(61);
      for (const host of [owner.portalDomain, 'nobody.example.net']) {
        const answer = await call(service.client(host, null), world);
        if (open) expect(answer.status, operation).toBe(200);
        else expectRefusal(answer, 401);
        // Whose documentation explains the error is where the caller is.
        expectNothingOfOwner(answer, [host]);
      }
    }
  });

  it('gives a foreign partner with its own key the same answer for ids of A as for ids that do not exist', async () => {
    const before = await ownersRows();
    for (const [operation, { open, ofPortal, ofSession, call, succeedsBecause, repeats, sameForAll }] of cases) {
      if (open || ofPortal) continue;
      // A success may leave records of the caller, which must not help the calls after it.
      const caller = succeedsBecause ? await service.partner('Stranger Hosting') : stranger;
      const foreign = await call(caller.api, world);
      const missing = await call(caller.api, absent);
      expect(withoutFreshValues(foreign), operation).toEqual(withoutIds(withoutFreshValues(missing), absent, world));
      const refused = ofSession ? [403] : [404, 422];
      expect(succeedsBecause || sameForAll ? [200, 201] : refused, operation).toContain(foreign.status);
      expectNothingOfOwner(foreign, repeats ? [world[repeats]] : []);
    }
    expect(await ownersRows()).toEqual(before);
  });

  it("gives a foreign partner on A's portal domain nothing but TENANT_MISMATCH", async () => {
    const before = await ownersRows();
    for (const [operation, { open, ofPortal, call }] of cases) {
      if (open || ofPortal) continue;
      const answer = await call(service.client(owner.portalDomain, stranger.apiKey), world);
      expect(answer.status, operation).toBe(403);
      expect(['TENANT_MISMATCH', 403]).toContain(answer.body.error.code);
      expectNothingOfOwner(answer, [owner.portalDomain]);
    }
    expect(await ownersRows()).toEqual(before);
  });

  it('gives a foreign administrator who is signed in nothing of A, and changes nothing of it', async () => {
    const before = await ownersRows();
    const browser = await signInAdministrator(service, stranger, 'stranger@example.com');
    for (const [operation, { open, ofSession, call, succeedsBecause, repeats }] of cases) {
      // Signing out comes last, in a test of its own.
      if (open || succeedsBecause || operation === 'DELETE /api/v1/session') continue;
      const foreign = await call(browser, world);
      expectNothingOfOwner(foreign, repeats ? [world[repeats]] : []);
      if (ofSession && /\{id\}|view/.test(operation)) expect(foreign.status, operation).toBe(404);
    }
    expect(await ownersRows()).toEqual(before);
  });

  it("knows a session of A on A's own portal domain only", async () => {
    const browser = await signInOwner();
    const before = await ownersRows();
    const elsewhere = new PortalBrowser(service, stranger.portalDomain, browser.cookie);
    for (const [operation, { ofPortal, ofSession, call }] of cases) {
      if (!ofPortal && !ofSession) continue;
      const answer = await call(elsewhere, world);
      expect(answer.status, operation).toBe(403);
      expect(answer.body.error.code).toBe('TENANT_MISMATCH');
      expectNothingOfOwner(answer);
    }
    expect(await ownersRows()).toEqual(before);
  });

  it('gives the session of a link in a mail its one alert, and of every route nothing else', async () => {
    await allowAlertLinks(service, owner);
    const [link] = await mailAbout(service, owner, world.clientId, [world.alertId]);
    const browser = new PortalBrowser(service, owner.portalDomain);
    expect((await press(browser, link!)).status).toBe(303);
    const before = await ownersRows();
    const check = `/api/v1/monitoring/alerts/${world.alertId}/check`;
    const shown: string[] = [];
    for (const those of [world, absent, { ...world, alertId: world.domainAlertId }]) {
      for (const [operation, { open, ofPortal, call }] of cases) {
        if (open || ofPortal || (those === world && operation === 'POST /api/v1/monitoring/alerts/{id}/check'))
          continue;
        const answer = await call(browser, those);
        if (answer.status === 200) shown.push(operation);
        else
          expect([answer.status, String(answer.body.error.code)], operation).toEqual([
            403,
            expect.stringMatching(/^(ACCESS_DENIED|403)$/),
          ]);
      }
    }
    const ofAlert = ['alerts/{id}/remediation', 'monitoring/alerts/{id}', 'monitoring/alerts/{id}/check'];
    expect(shown).toEqual(ofAlert.map((path) => `GET /api/v1/${path}`));
    const sandbox = { 'x-service-sandbox': 'true' };
    expect((await browser.get(`/api/v1/monitoring/alerts/${world.alertId}`, sandbox)).status).toBe(403);
    expect(await ownersRows()).toEqual(before);
    expect((await browser.post(check)).status).toBe(202);
  });

  it('gives one customer nothing of another, where a customer is named', async () => {
    for (const [operation, { asForeignCustomer, repeats }] of cases) {
      if (!asForeignCustomer) continue;
      const before = await ownersRows();
      const answer = await asForeignCustomer.call(owner.api, world);
      expect(answer.status, operation).toBe(asForeignCustomer.status);
      const ownAccount = [owner.portalDomain, String(accountCap)];
      expectNothingOfOwner(answer, [...ownAccount, ...(repeats ? [world[repeats]] : [])]);
      const after = await ownersRows();
      // What is made is a new customer's own: all that was there stays as it was.
      if (answer.status === 201) expect(after, operation).toEqual(expect.arrayContaining(before));
      else expect(after, operation).toEqual(before);
    }
  });

  it("a name that A monitors is free to others, and so is another customer's name within A", async () => {
    for (const api of [stranger.api, owner.api]) {
      const own = { client_id: 5_001, service_id: 1, domain: 'to-be-renamed.example.com' };
      const { monitored_domain_id } = (await act(api, 'provision-domain', own)).body.data;
      const renamed = await act(api, 'update-domain', { monitored_domain_id, domain: world.domain });
      expect(renamed).toMatchObject({ status: 200, body: { data: { monitored_domain_id, domain: world.domain } } });
    }
  });

  it('answers A itself otherwise: the ids above do exist', async () => {
    // Reads first: what the changes do to the endpoint must not hide it from them.
    const inOrder = cases.toSorted(([a], [b]) => Number(b.startsWith('GET')) - Number(a.startsWith('GET')));
    for (const [index, [operation, routeCase]] of inOrder.entries()) {
      const { open, ofPortal, ofSession, call, namesNothing, sameForAll } = routeCase;
      if (open || ofPortal || ofSession) continue;
      // Another customer each time: what a call made of one must not be there for the next.
      const nobodys = { ...absent, clientId: 6_000 + index };
      const own = withoutFreshValues(await call(owner.api, world));
      const missing = withoutFreshValues(await call(namesNothing || sameForAll ? stranger.api : owner.api, nobodys));
      if (sameForAll) expect(own, operation).toEqual(missing);
      else expect(own, operation).not.toEqual(withoutIds(missing, nobodys, world));
    }
    const browser = await signInOwner();
    for (const [operation, { ofSession, call }] of inOrder)
      if (ofSession && operation.includes('{id}'))
        expect((await call(browser, world)).status, operation).toBeOneOf([200, 201, 204, 503]);
  });
});

/** The ids and times of records that a call made itself are its own. Whether an id is A's, expectNothingOfOwner tells. */
function withoutFreshValues(answer: ApiAnswer): unknown {
  const text = JSON.stringify(withoutRequestTraces(answer));
  const fresh = /(?<=["/])([\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}|\d{4}-\d\d-\d\dT[\d:.]+Z)(?=")/g;
  return JSON.parse(text.replaceAll(fresh, 'fresh').replaceAll(/whsec_[\w+/=]+/g, 'fresh'));
}

/** An answer may repeat what was asked for, as in a list's links: it is the caller's own text. */
function withoutIds(answer: unknown, from: World, to: World): unknown {
  const text = (['clientId', 'serviceId', 'domain', 'planSlug', 'portalDomain'] as const).reduce(
    (replaced, name) => replaced.replaceAll(String(from[name]), String(to[name])),
    JSON.stringify(answer),
  );
  return JSON.parse(text);
}
