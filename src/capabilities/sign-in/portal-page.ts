import type { FastifyInstance } from 'fastify';
import { portalDomainOf } from '../../platform/http/request-host.ts';
import type { Resources } from '../../platform/operation.ts';

/**
 * The page at `/` of a portal domain, in the partner's name: customers sign in through their hosting provider, so it says
 * where to go. A host that is nobody's portal domain has no page.
 */
export function addPortalPage(app: FastifyInstance, { db }: Resources): void {
  app.get('/', { schema: { hide: true } as object }, async (request, reply) => {
    const partner = await db
      .selectFrom('portal_domains')
      .innerJoin('partners', 'partners.id', 'portal_domains.partner_id')
      .select('partners.name')
      .where('portal_domains.domain', '=', portalDomainOf(request.host))
      .executeTakeFirst();
    if (!partner) return reply.callNotFound();
    return reply.type('text/html; charset=utf-8').header('Cache-Control', 'no-store').send(page(partner.name));
  });
}

function page(partnerName: string): string {
  const name = escapeHtml(partnerName);
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${name}: security monitoring</title></head>
<body>
<main>
<h1>${name}</h1>
<p>Security monitoring for your servers. Sign in from your customer area at ${name}.</p>
<p><a href="/docs">API documentation</a></p>
</main>
</body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
