import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Operation, Resources } from '../../core/operation/operation.ts';
import { customerAreaLink, type PageContent, type PortalFaces } from '../../identity/branding/index.ts';
import {
  alertSessionSeconds,
  type FollowedLink,
  isAlertLinkOpen,
  openAlertSession,
  signedInAs,
} from '../../identity/sessions/index.ts';
import { html } from '../../platform/http/html.ts';
import { originOfRequest } from '../../platform/http/origin.ts';
import { isSameOrigin } from '../../platform/http/same-origin.ts';
import {
  mailDeviceSecret,
  sessionSecret,
  setMailDeviceCookie,
  setSessionCookie,
} from '../../platform/http/session-cookie.ts';
import { generateToken } from '../../platform/secrets.ts';
import { alertPath, type MailLinks } from './mail-links.ts';
import { form, type PortalVisit, sendPage, visitOf } from './visit.ts';

const hidden = { schema: { hide: true } as object };

interface AlertLinkTools {
  readonly resources: Resources;
  readonly faces: PortalFaces;
  readonly links: MailLinks;
  readonly onRequest: (request: FastifyRequest) => Promise<void>;
}

/**
 * The page that the link to an alert leads to, in mails of partners who allow such links. Mail scanners follow links: looking at
 * it spends nothing and opens nothing, its button does. Who sees the alert anyway, by a sign-in or by the link, goes on to it.
 */
export function addAlertLinkPage(app: FastifyInstance, tools: AlertLinkTools): void {
  const { onRequest } = tools;
  app.get(alertPath, { ...hidden, onRequest }, async (request, reply) => {
    const visit = await visitOf(tools, request);
    if (visit === null) return reply.callNotFound();
    const link = linkOf(tools.links, visit, request);
    const path = link && (await pathOf(visit.operation, link.alertId));
    if (link && path && (await isSeenAnyway(visit, link, sessionSecret(request))))
      return reply.header('Cache-Control', 'no-store').redirect(path, 303);
    if (!link || !(await isAlertLinkOpen(visit.operation, link))) return sendPage(reply, 410, visit, dead(visit, path));
    return sendPage(reply, 200, visit, askToOpen(visit), 'same-origin');
  });

  app.post(alertPath, { ...hidden, onRequest }, async (request, reply) => {
    const visit = await visitOf(tools, request);
    if (visit === null) return reply.callNotFound();
    const { portalDomain, operation } = visit;
    // Nobody is signed in by a page of somebody else.
    if (!isSameOrigin(request)) return sendPage(reply, 403, visit, askToOpen(visit), 'same-origin');
    const link = linkOf(tools.links, visit, request);
    const path = link && (await pathOf(operation, link.alertId));
    const secret = link && (await operation.transaction((tx) => openAlertSession(tx, portalDomain, link)));
    if (!link || !path || !secret) return sendPage(reply, 410, visit, dead(visit, path));
    setMailDeviceCookie(request, reply, link.deviceSecret);
    setSessionCookie(request, reply, { secret, maxAgeSeconds: alertSessionSeconds });
    return reply.header('Cache-Control', 'no-store').redirect(path, 303);
  });
}

/** Null for a token that is not ours, or another partner's. */
function linkOf(links: MailLinks, { portal, token }: PortalVisit, request: FastifyRequest): FollowedLink | null {
  const ids = links.readAlertToken(portal.partnerId, token);
  const origin = originOfRequest(request);
  return ids && { ...ids, deviceSecret: mailDeviceSecret(request) ?? generateToken(), origin };
}

/** Where the portal shows the alert; null for one that is gone. */
async function pathOf(operation: Operation, alertId: string): Promise<string | null> {
  const alert = await operation.db
    .selectFrom('alerts')
    .select('domain_id')
    .where('id', '=', alertId)
    .executeTakeFirst();
  if (!alert) return null;
  return `${alert.domain_id === null ? '/alerts' : '/leaks'}/${alertId}`;
}

async function isSeenAnyway(
  { operation, portalDomain }: PortalVisit,
  { alertId }: FollowedLink,
  secret: string | undefined,
): Promise<boolean> {
  const signedIn = await signedInAs(operation, portalDomain, secret);
  if (signedIn?.kind === 'alert_link') return signedIn.alert_id === alertId;
  // Mails are of the real world, whose customer with the same billing id is another one.
  if (signedIn?.kind !== 'customer' || signedIn.sandbox) return false;
  const own = await operation.db
    .selectFrom('alerts')
    .innerJoin('customers', (join) =>
      join.onRef('customers.partner_id', '=', 'alerts.partner_id').onRef('customers.id', '=', 'alerts.customer_id'),
    )
    .select('alerts.id')
    .where('alerts.id', '=', alertId)
    .where('customers.billing_customer_id', '=', signedIn.billing_customer_id)
    .executeTakeFirst();
  return own !== undefined;
}

function askToOpen({ portal: { name }, token, t }: PortalVisit): PageContent {
  return {
    heading: t('page.alert.heading'),
    content: html`<p>${t('page.alert.what', { name })}</p>
<p>${t('page.alert.works')}</p>
${form(alertPath, token, t('page.alert.button'))}`,
  };
}

/** For a token that is none, expired, another browser's, or whose recipient, server or alert is gone: it does not say which. */
function dead({ portal: { name, customerAreaUrl }, t }: PortalVisit, path: string | null): PageContent {
  const wayIn =
    customerAreaUrl === null
      ? html`<p>${t('page.alert.go-back', { name })}</p>`
      : html`<p><a href="${customerAreaLink(customerAreaUrl, path ?? '/alerts')}">${t('page.alert.sign-in', { name })}</a></p>`;
  return {
    heading: t('page.dead.heading'),
    content: html`<p>${t('page.alert.dead')}</p>
${wayIn}`,
  };
}
