import { z } from 'zod';
import { email, integer, text, timestamp } from '../../core/api/fields.ts';
import { emptyAnswer, groups, success, successEnvelope } from '../../core/api/groups.ts';
import { Problem } from '../../core/api/problems.ts';
import { type RouteDeclaration, reply, route } from '../../core/api/route.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { AdministratorTools } from '../administrators/index.ts';
import { brandingOfPortal, portalBranding, toPortalBranding } from '../branding/index.ts';
import { endSession, endView, signedInAs, viewCustomer } from '../sessions/index.ts';
import { attemptsPerMinute, originOf } from '../sign-in-limits/index.ts';
import { signInAdministrator } from './sign-in-administrator.ts';

const path = '/api/v1/session';

const signedIn = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('customer'),
    billing_customer_id: z.int(),
    name: z.string().nullable(),
    viewer: z.strictObject({ email: z.string(), name: z.string().nullable() }).nullable().meta({
      description: "The administrator who looks at the customer's portal, read-only; null: it is the customer.",
    }),
    expires_at: timestamp,
  }),
  z.strictObject({
    kind: z.literal('administrator'),
    id: z.guid(),
    email: z.string(),
    name: z.string().nullable(),
    second_factor: z.boolean(),
    sandbox_enabled: z.boolean(),
    expires_at: timestamp,
  }),
  z
    .strictObject({
      kind: z.literal('alert_link'),
      alert_id: z.guid(),
      subject: z.enum(['endpoint', 'domain']).meta({ description: 'What the alert is about.' }),
      expires_at: timestamp,
    })
    .meta({ description: 'A link in a mail was opened: this session shows that one alert.' }),
]);

const sessionAnswer = successEnvelope(z.strictObject({ portal: portalBranding, signed_in: signedIn.nullable() }));

/** The browser's session: who it is, sign-in of administrators, sign-out. */
export function sessionRoutes(tools: AdministratorTools): RouteDeclaration[] {
  return [current(), signIn(tools), signOut(), startView(), finishView()];
}

async function answer(operation: Operation, portalDomain: string, sessionSecret: string | undefined) {
  const branding = await brandingOfPortal(operation.db.unscoped, portalDomain);
  if (branding === null) throw new Problem('PORTAL_NOT_FOUND');
  const signed_in = await signedInAs(operation, portalDomain, sessionSecret);
  return success({ portal: toPortalBranding(branding), signed_in }, operation.clock.now());
}

function current(): RouteDeclaration {
  return route({
    method: 'GET',
    paths: [path],
    operationId: 'getSession',
    group: groups.session,
    summary: 'Whose portal this is, how it looks, and who is signed in.',
    responses: { 200: sessionAnswer },
    problems: ['PORTAL_NOT_FOUND'],
    async handle({ operation, portalDomain, client }) {
      return reply(200, await answer(operation, portalDomain, client.sessionSecret));
    },
  });
}

function signIn(tools: AdministratorTools): RouteDeclaration {
  return route({
    method: 'POST',
    paths: [path],
    operationId: 'signIn',
    group: groups.session,
    summary: 'Sign an administrator in; the session comes as a cookie.',
    description: `From a browser that is new to the account ${attemptsPerMinute.perNetwork} attempts a minute are looked at for a network (IPv4 address, IPv6 /64). Wrong passwords and codes make further ones wait; docs/api.md tells how.`,
    body: z.object({ email, password: text(1_024), code: text(16).optional() }),
    responses: { 200: sessionAnswer },
    problems: ['SIGN_IN_FAILED', 'SECOND_FACTOR_REQUIRED', 'PORTAL_NOT_FOUND'],
    async handle({ operation, portalDomain, body, client }) {
      const branding = await brandingOfPortal(operation.db.unscoped, portalDomain);
      if (branding === null) throw new Problem('PORTAL_NOT_FOUND');
      const visitor = operation.actingFor(branding.partnerId, { kind: 'system' });
      const credentials = { ...body, code: body.code?.replaceAll(' ', '') };
      const session = await signInAdministrator(visitor, tools, credentials, { portalDomain, client });
      return reply(200, await answer(operation, portalDomain, session.secret), session);
    },
  });
}

function signOut(): RouteDeclaration {
  return route({
    method: 'DELETE',
    paths: [path],
    operationId: 'signOut',
    group: groups.session,
    summary: 'End the session of this browser.',
    responses: { 204: emptyAnswer },
    endsView: true,
    problems: [],
    async handle({ operation, client }) {
      await endSession(operation, client.sessionSecret);
      return reply(204, null, 'end');
    },
  });
}

const viewPath = `${path}/view`;

function startView(): RouteDeclaration {
  return route({
    method: 'POST',
    paths: [viewPath],
    operationId: 'viewAsCustomer',
    group: groups.administrator,
    summary: "Look at a customer's portal, read-only, with the session of an administrator.",
    description:
      'Until the view ends, the session is good for nothing but what the customer can read: it changes nothing and opens no console. It ends by DELETE, or with the session. Both are in the audit log.',
    body: z.object({ billing_customer_id: integer(1) }),
    responses: {
      200: successEnvelope(z.strictObject({ billing_customer_id: z.int(), name: z.string().nullable() })),
    },
    problems: ['CUSTOMER_NOT_FOUND', 'SESSION_NOT_FOUND'],
    async handle({ operation, credential, client, body }) {
      if (credential?.kind !== 'administrator') throw new Problem('ACCESS_DENIED');
      const { sessionId } = credential;
      const customer = await viewCustomer(operation, sessionId, body.billing_customer_id, originOf(client));
      const { billing_customer_id, name } = customer;
      return reply(200, success({ billing_customer_id, name }, operation.clock.now()));
    },
  });
}

function finishView(): RouteDeclaration {
  return route({
    method: 'DELETE',
    paths: [viewPath],
    operationId: 'endViewAsCustomer',
    group: groups.session,
    summary: "End the look at a customer's portal: the session is the administrator's again.",
    description: 'Outside of a view it does nothing.',
    responses: { 204: emptyAnswer },
    endsView: true,
    problems: [],
    async handle({ operation, credential }) {
      if (credential?.kind === 'customer' && credential.viewerId !== null)
        await endView(operation, credential.sessionId, credential.id);
      return reply(204, null);
    },
  });
}
