import type { FastifyInstance } from 'fastify';
import { visitorLimit } from '../../core/api/visitor-limit.ts';
import type { Resources } from '../../core/operation/operation.ts';
import type { Page, PortalBranding, PortalFaces } from '../../identity/branding/index.ts';
import { html } from '../../platform/http/html.ts';
import type { RateLimiter } from '../../platform/http/rate-limits.ts';
import { addAlertLinkPage } from './alert-link-page.ts';
import { confirmRecipient, isConfirmationOpen } from './confirm-recipient.ts';
import { confirmationPath, type MailLinks, unsubscribePath } from './mail-links.ts';
import { unsubscribeRecipient } from './unsubscribe-recipient.ts';
import { form, sendPage, type Visit, visitOf } from './visit.ts';

/** What a form, and a mail service that unsubscribes by one click (RFC 8058), send. Nothing in it is read: the token is in the address. */
const formTypes = ['application/x-www-form-urlencoded', 'multipart/form-data'];
const formLimitBytes = 4_096;
const hidden = { schema: { hide: true } as object };

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
  const { links } = tools;
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
          const visit = await visitOf(tools, request);
          if (visit === null) return reply.callNotFound();
          const shown = await visits[method](visit);
          return sendPage(reply, shown === null ? 410 : 200, visit.portal, shown ?? deadLink(visit.portal));
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
  addAlertLinkPage(app, { ...tools, onRequest });
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
