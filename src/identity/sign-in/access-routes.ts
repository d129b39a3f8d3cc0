import { z } from 'zod';
import { email, oneOf, text, timestamp } from '../../core/api/fields.ts';
import { emptyAnswer, groups, success, successEnvelope } from '../../core/api/groups.ts';
import { Problem } from '../../core/api/problems.ts';
import { administratorRoles } from '../../core/api/roles.ts';
import { type RouteDeclaration, reply, route } from '../../core/api/route.ts';
import type { Operation } from '../../core/operation/operation.ts';
import {
  type AdministratorTools,
  acceptInvitation,
  completePasswordReset,
  findInvitation,
  requestPasswordReset,
} from '../administrators/index.ts';
import { brandingOfPortal } from '../branding/index.ts';
import { sessionAnswer, sessionOf } from './session-answer.ts';
import { openBrowser } from './sign-in-administrator.ts';

const invitationPath = '/api/v1/session/invitation';
const resetPath = '/api/v1/session/password-reset';
const token = text(100).meta({ description: 'From the link in the mail.' });
const password = text(1_024);

/**
 * What links in mails are for: joining an account, and choosing another password. Each is a POST with the token in its body, so
 * whoever only follows the link, as mail scanners do, uses nothing up.
 */
export function accessRoutes(tools: AdministratorTools): RouteDeclaration[] {
  return [look(), acceptance(tools), resetRequest(tools), resetCompletion()];
}

/** The operation of whoever visits a portal, for the partner whose it is. */
async function visiting(operation: Operation, portalDomain: string): Promise<Operation> {
  const branding = await brandingOfPortal(operation.db.shared, portalDomain);
  if (branding === null) throw new Problem('PORTAL_NOT_FOUND');
  return operation.actingFor(branding.partnerId, { kind: 'system' });
}

function look(): RouteDeclaration {
  return route({
    method: 'POST',
    paths: [`${invitationPath}/look`],
    operationId: 'lookAtInvitation',
    group: groups.session,
    summary: 'Who is invited, and as what. It uses nothing up.',
    body: z.object({ token }),
    responses: {
      200: successEnvelope(
        z.strictObject({ email: z.string(), role: oneOf(administratorRoles), expires_at: timestamp }),
      ),
    },
    problems: ['LINK_NOT_VALID', 'PORTAL_NOT_FOUND'],
    async handle({ operation, portalDomain, body }) {
      const found = await findInvitation(await visiting(operation, portalDomain), body.token);
      if (!found) throw new Problem('LINK_NOT_VALID');
      const data = { email: found.email, role: found.role, expires_at: found.expires_at.toISOString() };
      return reply(200, success(data, operation.clock.now()));
    },
  });
}

function acceptance(tools: AdministratorTools): RouteDeclaration {
  return route({
    method: 'POST',
    paths: [invitationPath],
    operationId: 'acceptInvitation',
    group: groups.session,
    summary:
      'Join the account by the link of an invitation, with a password of one’s own; the session comes as a cookie.',
    body: z.object({ token, name: text(255).optional(), password }),
    responses: { 200: sessionAnswer },
    problems: ['LINK_NOT_VALID', 'ADMINISTRATOR_ALREADY_EXISTS', 'PORTAL_NOT_FOUND'],
    async handle({ operation, portalDomain, body, client }) {
      const visitor = await visiting(operation, portalDomain);
      const request = { token: body.token, name: body.name ?? null, password: body.password, client };
      const session = await acceptInvitation(visitor, request, (tx, administrator) =>
        openBrowser(tx, administrator, { portalDomain, client }, undefined),
      );
      return reply(200, await sessionOf(operation, tools, portalDomain, client, session.secret), session);
    },
  });
}

function resetRequest(tools: AdministratorTools): RouteDeclaration {
  return route({
    method: 'POST',
    paths: [resetPath],
    operationId: 'requestPasswordReset',
    group: groups.session,
    summary: 'Have a link mailed by which another password can be chosen, once, within an hour.',
    description: 'The answer is the same whether anybody has the address or not.',
    body: z.object({ email }),
    responses: { 204: emptyAnswer },
    problems: ['MAIL_NOT_AVAILABLE', 'PORTAL_NOT_FOUND'],
    async handle({ operation, portalDomain, body, client }) {
      await requestPasswordReset(await visiting(operation, portalDomain), tools, { email: body.email, client });
      return reply(204, null);
    },
  });
}

function resetCompletion(): RouteDeclaration {
  return route({
    method: 'POST',
    paths: [`${resetPath}/complete`],
    operationId: 'completePasswordReset',
    group: groups.session,
    summary: 'Choose another password by the link; every session ends, and the second factor stays.',
    body: z.object({ token, password }),
    responses: { 204: emptyAnswer },
    problems: ['LINK_NOT_VALID', 'PORTAL_NOT_FOUND'],
    async handle({ operation, portalDomain, body, client }) {
      await completePasswordReset(await visiting(operation, portalDomain), { ...body, client });
      return reply(204, null);
    },
  });
}
