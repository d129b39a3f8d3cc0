import type { FastifyInstance } from 'fastify';
import { visitorLimit } from '../../core/api/visitor-limit.ts';
import type { Operation, Resources } from '../../core/operation/operation.ts';
import type { PageContent, PortalFaces } from '../../identity/branding/index.ts';
import { html } from '../../platform/http/html.ts';
import type { RateLimiter } from '../../platform/http/rate-limits.ts';
import { addAlertLinkPage } from './alert-link-page.ts';
import { confirmRecipient, isConfirmationOpen } from './confirm-recipient.ts';
import { endWeeklySummary } from './end-weekly-summary.ts';
import { confirmationPath, endSummariesPath, type MailLinks, testMailPath, unsubscribePath } from './mail-links.ts';
import { openTestMail, seeTestMail } from './see-test-mail.ts';
import { unsubscribeRecipient } from './unsubscribe-recipient.ts';
import { form, type PortalVisit, sendPage, visitOf } from './visit.ts';

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
    visits: Record<'GET' | 'POST', (visit: PortalVisit) => Promise<PageContent | null>>,
    deadLink: (visit: PortalVisit) => PageContent,
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
          return sendPage(reply, shown === null ? 410 : 200, visit, shown ?? deadLink(visit));
        },
      });
    }
  };

  page(
    confirmationPath,
    {
      GET: async (visit) => ((await isConfirmationOpen(visit.operation, visit.token)) ? askToConfirm(visit) : null),
      POST: async (visit) => ((await confirmRecipient(visit.operation, visit.token)) ? confirmed(visit) : null),
    },
    deadConfirmation,
  );
  const ends = [
    { path: unsubscribePath, words: 'all-mail', end: unsubscribeRecipient },
    { path: endSummariesPath, words: 'summary', end: endWeeklySummary },
  ] as const;
  for (const { path, words, end } of ends) {
    page(
      path,
      {
        GET: async (visit) =>
          links.readUnsubscribeToken(visit.portal.partnerId, visit.token) === null
            ? null
            : askToEnd(visit, path, words),
        POST: async (visit) => {
          const { operation, portal, token } = visit;
          const recipientId = links.readUnsubscribeToken(portal.partnerId, token);
          if (recipientId === null) return null;
          await end(operation, recipientId);
          return ended(visit, words);
        },
      },
      deadUnsubscription,
    );
  }
  const onTestMail =
    (
      look: (operation: Operation, deliveryId: string) => Promise<unknown>,
      shown: (visit: PortalVisit) => PageContent,
    ) =>
    async (visit: PortalVisit) => {
      const deliveryId = links.readTestToken(visit.portal.partnerId, visit.token);
      return deliveryId !== null && (await look(visit.operation, deliveryId)) ? shown(visit) : null;
    };
  page(
    testMailPath,
    { GET: onTestMail(openTestMail, askWhetherSeen), POST: onTestMail(seeTestMail, seen) },
    deadTestMail,
  );
  addAlertLinkPage(app, { ...tools, onRequest });
}

function askToConfirm({ portal: { name }, token, t }: PortalVisit): PageContent {
  return {
    heading: t('page.confirm.heading'),
    content: html`<p>${t('page.confirm.what', { name })}</p>
${form(confirmationPath, token, t('page.confirm.button'))}`,
  };
}

function confirmed({ portal: { name }, t }: PortalVisit): PageContent {
  return { heading: t('page.confirmed.heading'), content: html`<p>${t('page.confirmed.what', { name })}</p>` };
}

function askWhetherSeen({ token, t }: PortalVisit): PageContent {
  return {
    heading: t('page.test-mail.heading'),
    content: html`<p>${t('page.test-mail.what')}</p>
${form(testMailPath, token, t('page.test-mail.button'))}`,
  };
}

function seen({ portal: { name }, t }: PortalVisit): PageContent {
  return { heading: t('page.test-mail.seen'), content: html`<p>${t('page.test-mail.seen-note', { name })}</p>` };
}

/** For a token that is unknown or expired, or of a mail from another sender: it does not say which. */
function deadTestMail({ portal: { name }, t }: PortalVisit): PageContent {
  return { heading: t('page.dead.heading'), content: html`<p>${t('page.test-mail.dead', { name })}</p>` };
}

/** What a link in a mail ends: all mail, or the weekly summaries alone. */
type Ended = 'all-mail' | 'summary';

function askToEnd({ portal: { name }, token, t }: PortalVisit, path: string, words: Ended): PageContent {
  return {
    heading: t(`page.end.${words}.heading`),
    content: html`<p>${t(`page.end.${words}.what`, { name })}</p>
${form(path, token, t('page.unsubscribe.button'))}`,
  };
}

function ended({ portal: { name }, t }: PortalVisit, words: Ended): PageContent {
  return { heading: t('page.unsubscribed.heading'), content: html`<p>${t(`page.end.${words}.done`, { name })}</p>` };
}

/** For a token that is unknown, expired, void or another portal's: it does not say which. */
function deadConfirmation({ portal: { name }, t }: PortalVisit): PageContent {
  return {
    heading: t('page.dead.heading'),
    content: html`<p>${t('page.dead.confirmation')}</p>
<p>${t('page.dead.ask-again', { name })}</p>`,
  };
}

/** For a token that was never valid here, such as one that was cut off: these links do not expire. */
function deadUnsubscription({ portal: { name }, t }: PortalVisit): PageContent {
  return {
    heading: t('page.cut-off.heading'),
    content: html`<p>${t('page.cut-off.why')}</p>
<p>${t('page.cut-off.portal', { name })}</p>`,
  };
}
