import type { FastifyReply, FastifyRequest } from 'fastify';
import { Operation, type Resources } from '../../core/operation/operation.ts';
import { type PageContent, type PortalBranding, type PortalFaces, renderPage } from '../../identity/branding/index.ts';
import { type Html, html } from '../../platform/http/html.ts';
import { languageWishes } from '../../platform/http/language-cookie.ts';
import { portalDomainOf } from '../../platform/http/request-host.ts';
import { chooseLanguage } from '../../platform/messages/choose-language.ts';
import type { Messages } from '../../platform/messages/message.ts';
import { messagesIn } from '../../platform/messages/messages.ts';

/** Somebody who followed a link in a mail to a partner's portal. */
export interface PortalVisit {
  readonly portal: PortalBranding;
  readonly portalDomain: string;
  readonly operation: Operation;
  readonly token: string;
  readonly t: Messages;
}

/** Null on a host that is nobody's portal. */
export async function visitOf(
  { resources, faces }: { readonly resources: Resources; readonly faces: PortalFaces },
  request: FastifyRequest,
): Promise<PortalVisit | null> {
  const portalDomain = portalDomainOf(request.host);
  const portal = await faces.of(portalDomain);
  if (portal === null) return null;
  const caller = { partnerId: portal.partnerId, actor: { kind: 'system' as const }, requestId: request.id };
  const { token } = request.query as { token?: unknown };
  return {
    portal,
    portalDomain,
    operation: new Operation(resources, caller),
    t: messagesIn(chooseLanguage(...languageWishes(request), portal.language)),
    token: typeof token === 'string' ? token : '',
  };
}

/** A page whose address has a token in it: nobody else hears of that, unless the page's own form has to say where it is from. */
export function sendPage(
  reply: FastifyReply,
  status: number,
  { portal, t }: Pick<PortalVisit, 'portal' | 't'>,
  page: PageContent,
  referrerPolicy: 'no-referrer' | 'same-origin' = 'no-referrer',
): FastifyReply {
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .headers({ 'Cache-Control': 'no-store', 'Referrer-Policy': referrerPolicy })
    .send(renderPage(portal, t, page));
}

/** The button that does what the link is for. */
export function form(path: string, token: string, label: string): Html {
  const action = `${path}?token=${encodeURIComponent(token)}`;
  return html`<form method="post" action="${action}"><button type="submit">${label}</button></form>`;
}
