import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { visitorLimit } from '../../core/api/visitor-limit.ts';
import { Operation, type Resources } from '../../core/operation/operation.ts';
import { type Page, type PortalBranding, type PortalFaces, renderPage } from '../../identity/branding/index.ts';
import { type Html, html } from '../../platform/http/html.ts';
import type { RateLimiter } from '../../platform/http/rate-limits.ts';
import { portalDomainOf } from '../../platform/http/request-host.ts';
import { confirmRecipient, isConfirmationOpen } from './confirm-recipient.ts';
import { confirmationPath, type MailLinks, unsubscribePath } from './mail-links.ts';
import { unsubscribeRecipient } from './unsubscribe-recipient.ts';

/** What a form, and a mail service that unsubscribes by one click (RFC 8058), send. Nothing in it is read: the token is in the address. */
const formTypes = ['application/x-www-form-urlencoded', 'multipart/form-data'];
const formLimitBytes = 4_096;
const hidden = { schema: { hide: true } as object };

interface Visit {
  readonly portal: PortalBranding;
  readonly operation: Operation;
  readonly token: string;
}

/**
 * The pages that links in mails lead to, on every portal domain; they need no script. Mail scanners follow links, so looking at
 * a page changes nothing: its button does.
 */
export async function addNotificationPages(
  app: FastifyInstance,
  tools: {
    readonly resources: Resources;
    readonly faces: PortalFaces;
    readonly limiter: RateLimiter;
    readonly links: MailLinks;
  },
): Promise<void> {
  const { resources, faces, links } = tools;
  const onRequest = visitorLimit(tools.limiter);
  app.addContentTypeParser(formTypes, { parseAs: 'buffer', bodyLimit: formLimitBytes }, (_request, _body, done) =>
    done(null, undefined),
  );
  const page = (
    url: string,
    visits: Record<'GET' | 'POST', (visit: Visit) => Promise<Page | null>>,
    deadLink: (portal: PortalBranding) => Page,
  ) => {
    for (const method of ['GET', 'POST'] as const) {
      app.route({
        method,
        url,
        ...hidden,
        onRequest,
        handler: async (request, reply) => {
          const visit = await visitOf(resources, faces, request);
          if (visit === null) return reply.callNotFound();
          const shown = await visits[method](visit);
          return send(reply, shown === null ? 410 : 200, visit.portal, shown ?? deadLink(visit.portal));
        },
      });
    }
  };

  page(
    confirmationPath,
    {
      GET: async ({ operation, portal, token }) =>
        (await isConfirmationOpen(operation, token)) ? askToConfirm(portal, token) : null,
      POST: async ({ operation, portal, token }) =>
        (await confirmRecipient(operation, token)) ? confirmed(portal) : null,
    },
    deadConfirmation,
  );
  page(
    unsubscribePath,
    {
      GET: async ({ portal, token }) =>
        links.readUnsubscribeToken(portal.partnerId, token) === null ? null : askToUnsubscribe(portal, token),
      POST: async ({ operation, portal, token }) => {
        const recipientId = links.readUnsubscribeToken(portal.partnerId, token);
        if (recipientId === null) return null;
        await unsubscribeRecipient(operation, recipientId);
        return unsubscribed(portal);
      },
    },
    deadUnsubscription,
  );
}

/** Null on a host that is nobody's portal. */
async function visitOf(resources: Resources, faces: PortalFaces, request: FastifyRequest): Promise<Visit | null> {
  const portal = await faces.of(portalDomainOf(request.host));
  if (portal === null) return null;
  const caller = { partnerId: portal.partnerId, actor: { kind: 'system' as const }, requestId: request.id };
  const { token } = request.query as { token?: unknown };
  return { portal, operation: new Operation(resources, caller), token: typeof token === 'string' ? token : '' };
}

function send(reply: FastifyReply, status: number, portal: PortalBranding, page: Page): FastifyReply {
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .headers({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' })
    .send(renderPage(portal, page));
}

function form(path: string, token: string, label: string): Html {
  const action = `${path}?token=${encodeURIComponent(token)}`;
  return html`<form method="post" action="${action}"><button type="submit">${label}</button></form>`;
}

function askToConfirm({ name }: PortalBranding, token: string): Page {
  return {
    heading: 'Do you want to get security alerts?',
    content: html`<p>Your address is told when new security problems are found on a customer’s servers and domains at ${name}.</p>
${form(confirmationPath, token, 'Yes, send me alerts')}`,
  };
}

function confirmed({ name }: PortalBranding): Page {
  return {
    heading: 'Your address is confirmed',
    content: html`<p>From now on you are told of new security alerts at ${name}. Each mail has a link to unsubscribe.</p>`,
  };
}

function askToUnsubscribe({ name }: PortalBranding, token: string): Page {
  return {
    heading: 'Unsubscribe from security alerts?',
    content: html`<p>Your address gets no more mail about security alerts at ${name}.</p>
${form(unsubscribePath, token, 'Unsubscribe')}`,
  };
}

function unsubscribed({ name }: PortalBranding): Page {
  return {
    heading: 'You are unsubscribed',
    content: html`<p>Your address gets no more mail about security alerts at ${name}. Alerts are still shown in the portal.</p>`,
  };
}

/** For a token that is unknown, expired, void or another portal's: it does not say which. */
function deadConfirmation({ name }: PortalBranding): Page {
  return {
    heading: 'This link no longer works',
    content: html`<p>Links to confirm an address work for 24 hours, and only while the address is still wanted.</p>
<p>Ask for a new one in the portal of ${name}, under Notifications.</p>`,
  };
}

/** For a token that was never valid here, such as one that was cut off: these links do not expire. */
function deadUnsubscription({ name }: PortalBranding): Page {
  return {
    heading: 'This link does not work',
    content: html`<p>Nothing was changed. The link may have been cut off: use the one at the end of the mail, whole.</p>
<p>The portal of ${name}, under Notifications, shows which addresses get mail, and removes them.</p>`,
  };
}
