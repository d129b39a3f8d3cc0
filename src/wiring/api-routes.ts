import { isIP } from 'node:net';
import { customerChangeRoutes } from '../accounts/customers/routes.ts';
import { planRoutes } from '../accounts/plans/plan-routes.ts';
import { pricingRoutes } from '../accounts/pricing/routes.ts';
import { subscriptionRoutes } from '../accounts/subscriptions/routes.ts';
import { serviceRoutes } from '../accounts/subscriptions/service-routes.ts';
import { healthRoute } from '../core/api/health.ts';
import type { RouteDeclaration } from '../core/api/route.ts';
import { auditRoutes } from '../core/audit/routes.ts';
import { eventRoutes } from '../core/events/routes.ts';
import { requestLogRoutes } from '../core/request-log/routes.ts';
import type { AddressPolicy } from '../engines/address-policy/address-policy.ts';
import type { DumpReader } from '../engines/firewall-dumps/dump-reader.ts';
import { AccessLinks } from '../identity/administrators/access-links.ts';
import { invitationRoutes } from '../identity/administrators/invitation-routes.ts';
import { administratorRoutes } from '../identity/administrators/routes.ts';
import { TotpVault } from '../identity/administrators/totp-vault.ts';
import type { PictureDrawings } from '../identity/branding/index.ts';
import { consoleRoutes } from '../identity/partners/console-routes.ts';
import { accountRoutes } from '../identity/partners/routes.ts';
import { sandboxModeRoute } from '../identity/partners/sandbox-mode-route.ts';
import { secondFactorRoutes } from '../identity/partners/second-factor-routes.ts';
import { type AddressResolver, portalPort, type ReachTools } from '../identity/portal-domains/look-at-portal.ts';
import type { ProofResolver, ProofSettings } from '../identity/portal-domains/portal-domain-proof.ts';
import { portalDomainRoutes } from '../identity/portal-domains/routes.ts';
import { accessRoutes } from '../identity/sign-in/access-routes.ts';
import { customerSessionRoutes } from '../identity/sign-in/customer-session-routes.ts';
import { signInRoutes } from '../identity/sign-in/routes.ts';
import { sessionRoutes } from '../identity/sign-in/session-routes.ts';
import type { Config } from '../installation/config.ts';
import { alertCheckRoutes } from '../monitoring/alert-checks/routes.ts';
import { causeRoutes } from '../monitoring/alerts/cause-routes.ts';
import { monitoringAlertRoutes } from '../monitoring/alerts/routes.ts';
import { domainPostureRoutes } from '../monitoring/domain-posture/routes.ts';
import { firewallIngestRoutes } from '../monitoring/firewall-ingest/routes.ts';
import { inventoryRoutes } from '../monitoring/inventory/routes.ts';
import { IdentityVault } from '../monitoring/leaks/identity-vault.ts';
import { domainMonitoringRoutes } from '../monitoring/leaks/routes.ts';
import { overviewRoutes } from '../monitoring/overview/routes.ts';
import { allowedPortRoutes } from '../monitoring/port-exposure/allowed-ports-routes.ts';
import { bulkAlertRoutes } from '../monitoring/port-exposure/bulk-routes.ts';
import { endpointDetailRoute } from '../monitoring/port-exposure/endpoint-detail-route.ts';
import { publicServiceRoutes } from '../monitoring/port-exposure/public-services-routes.ts';
import { alertRoutes } from '../monitoring/port-exposure/routes.ts';
import { scanRoutes } from '../monitoring/port-scans/routes.ts';
import { sandboxRoutes } from '../monitoring/sandbox/routes.ts';
import { ChannelVault } from '../notifications/channels/channel-record.ts';
import { channelRoutes } from '../notifications/channels/routes.ts';
import type { SendRequest } from '../notifications/channels/send-message.ts';
import { MailLinks } from '../notifications/mail/mail-links.ts';
import { notificationRoutes } from '../notifications/mail/routes.ts';
import { testMailRoutes } from '../notifications/mail/test-mail-routes.ts';
import { weeklySummaryRoutes } from '../notifications/mail/weekly-summary-routes.ts';
import { mailSenderRoutes } from '../notifications/mail-sender/routes.ts';
import { SenderKeys } from '../notifications/mail-sender/sender-keys.ts';
import { webhookRoutes } from '../notifications/webhooks/routes.ts';
import { WebhookSecrets } from '../notifications/webhooks/webhook-secrets.ts';
import { problemWithUrl } from '../platform/http/outbound/outbound-url.ts';
import type { SecretKeys } from '../platform/sealing.ts';
import { customerRoutes } from '../reporting/customer-records/routes.ts';
import type { ReportDocuments } from '../reporting/monthly-report/report-documents.ts';
import { reportRoutes } from '../reporting/monthly-report/routes.ts';
import { usageRoutes } from '../reporting/usage/routes.ts';
import { placesInUse } from '../resources/capacity/places-in-use.ts';
import { resourceTypes } from '../resources/capacity/resource-types.ts';
import { upgradeRoutes } from '../resources/capacity/upgrade-routes.ts';
import { customerMoveRoutes } from '../resources/customer-moves/routes.ts';
import { domainType } from '../resources/domains/domain-type.ts';
import { domainRoutes } from '../resources/domains/routes.ts';
import { customerAdditionRoutes } from '../resources/endpoints/customer-addition-routes.ts';
import { createEndpointType } from '../resources/endpoints/endpoint-type.ts';
import type { HostnameResolver } from '../resources/endpoints/resolve-hostname.ts';
import { endpointRoutes } from '../resources/endpoints/routes.ts';
import { serviceSyncRoutes } from '../resources/service-sync/routes.ts';
import { alertKinds } from './alert-kinds.ts';
import { sampleOfEvent } from './event-samples.ts';
import { connectionPolicy, lookIntervals, manualScans, outboundRules, planLimits, scanLimits } from './scan-policy.ts';

export interface ApiTools {
  readonly resolver: HostnameResolver;
  readonly textResolver: ProofResolver & AddressResolver;
  readonly keys: SecretKeys;
  readonly dumpReader: DumpReader;
  readonly documents: ReportDocuments;
  readonly pictures: PictureDrawings;
  readonly sendToChannels: SendRequest;
}

/** Every operation of the API. */
export function apiRoutes(config: Config, policy: AddressPolicy, tools: ApiTools): RouteDeclaration[] {
  const { resolver, textResolver, keys, dumpReader, documents, pictures } = tools;
  const mailAvailable = config.mail !== null;
  const administratorTools = { vault: new TotpVault(keys), links: new AccessLinks(keys.lasting), mailAvailable };
  const { scanCooldownSeconds: cooldownSeconds } = config;
  const endpointType = createEndpointType(policy);
  const limits = scanLimits(config);
  return [
    healthRoute,
    ...endpointRoutes({
      endpointType,
      cooldownSeconds,
      limits,
      resolver,
      newAddresses: { perDay: config.newAddressesPerDay, perDayPerCustomer: config.newAddressesPerDayPerCustomer },
    }),
    endpointDetailRoute({ policy, cooldownSeconds, limits }),
    ...inventoryRoutes(limits),
    ...customerAdditionRoutes(),
    ...scanRoutes(manualScans(config, policy)),
    ...domainRoutes(),
    ...domainMonitoringRoutes({
      vault: new IdentityVault(keys),
      secretKey: keys.lasting,
      resolver: textResolver,
      intervals: lookIntervals(config),
    }),
    ...domainPostureRoutes(),
    ...subscriptionRoutes(placesInUse(resourceTypes(policy))),
    ...upgradeRoutes(resourceTypes(policy)),
    ...serviceSyncRoutes(endpointType),
    ...pricingRoutes(),
    ...alertRoutes(),
    ...monitoringAlertRoutes(alertKinds),
    ...causeRoutes(alertKinds),
    ...alertCheckRoutes(alertKinds, manualScans(config, policy)),
    ...bulkAlertRoutes(alertKinds),
    ...overviewRoutes(alertKinds, lookIntervals(config)),
    ...allowedPortRoutes(cooldownSeconds),
    ...publicServiceRoutes(),
    ...firewallIngestRoutes(dumpReader),
    ...notificationRoutes({ links: new MailLinks(keys.lasting), kinds: alertKinds, mailAvailable }),
    ...weeklySummaryRoutes(),
    ...channelRoutes({
      kinds: alertKinds,
      vault: new ChannelVault(keys),
      send: tools.sendToChannels,
      problemWithUrl: (url) => problemWithUrl(outboundRules(config), url),
      port: config.port,
    }),
    ...mailSenderRoutes({
      keys: new SenderKeys(keys),
      resolver: textResolver,
      operatorAddress: config.mail?.fromAddress ?? null,
    }),
    ...testMailRoutes(mailAvailable),
    ...webhookRoutes({ secrets: new WebhookSecrets(keys), rules: outboundRules(config), sampleOf: sampleOfEvent }),
    ...signInRoutes(rateLimits(config).strict),
    sandboxModeRoute(),
    ...sandboxRoutes({ kinds: alertKinds, cooldownSeconds: config.scanCooldownSeconds }),
    ...customerRoutes(),
    ...customerChangeRoutes(),
    ...serviceRoutes(),
    ...customerMoveRoutes({ endpoint: endpointType, domain: domainType }),
    ...usageRoutes(),
    ...reportRoutes({ kinds: alertKinds, documents }),
    ...sessionRoutes(administratorTools),
    ...accessRoutes(administratorTools),
    ...administratorRoutes(administratorTools),
    ...invitationRoutes(administratorTools),
    ...customerSessionRoutes(),
    ...consoleRoutes(pictures),
    ...secondFactorRoutes(),
    ...portalDomainRoutes({
      settings: proofSettings(config, keys),
      resolver: textResolver,
      reach: reachTools(config, textResolver),
    }),
    ...planRoutes(planLimits(config)),
    ...auditRoutes(),
    ...eventRoutes(),
    ...requestLogRoutes(),
    ...accountRoutes({ limits: rateLimits(config), cooldownSeconds }),
  ];
}

export function proofSettings({ portalCnameBase: cnameBase }: Config, keys: SecretKeys): ProofSettings {
  return { secretKey: keys.lasting, cnameBase };
}

/** How portal domains are looked at from outside. */
export function reachTools(config: Config, resolver: AddressResolver): ReachTools {
  const policy = connectionPolicy(config);
  const host = config.publicUrl === null ? null : new URL(config.publicUrl).hostname;
  const isName = host !== null && isIP(host.replace(/^\[|\]$/g, '')) === 0;
  return {
    resolver,
    mayConnect: (address) => policy.verdict(address) === 'scan',
    port: portalPort,
    authorities: null,
    publicHost: isName ? host : null,
  };
}

/** Requests per minute and key in the groups of each kind. */
export function rateLimits(config: Config) {
  return { strict: config.rateLimitStrict, default: config.rateLimitDefault };
}
