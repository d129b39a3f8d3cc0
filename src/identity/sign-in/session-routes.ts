import { z } from 'zod';
import { email, text } from '../../core/api/fields.ts';
import { emptyAnswer, groups } from '../../core/api/groups.ts';
import { Problem } from '../../core/api/problems.ts';
import { type RouteDeclaration, reply, route } from '../../core/api/route.ts';
import type { AdministratorTools } from '../administrators/index.ts';
import { brandingOfPortal } from '../branding/index.ts';
import { endSession } from '../sessions/index.ts';
import { attemptsPerMinute } from '../sign-in-limits/index.ts';
import { sessionAnswer, sessionOf } from './session-answer.ts';
import { signInAdministrator } from './sign-in-administrator.ts';

const path = '/api/v1/session';

/** The browser's session: who it is, sign-in of administrators, sign-out. */
export function sessionRoutes(tools: AdministratorTools): RouteDeclaration[] {
  return [current(tools), signIn(tools), signOut()];
}

function current(tools: AdministratorTools): RouteDeclaration {
  return route({
    method: 'GET',
    paths: [path],
    operationId: 'getSession',
    group: groups.session,
    summary: 'Whose portal this is, how it looks, and who is signed in.',
    responses: { 200: sessionAnswer },
    problems: ['PORTAL_NOT_FOUND'],
    async handle({ operation, portalDomain, client }) {
      return reply(200, await sessionOf(operation, tools, portalDomain, client.sessionSecret));
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
      return reply(200, await sessionOf(operation, tools, portalDomain, session.secret), session);
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
    problems: [],
    async handle({ operation, client }) {
      await endSession({ db: operation.db.unscoped }, client.sessionSecret);
      return reply(204, null, 'end');
    },
  });
}
