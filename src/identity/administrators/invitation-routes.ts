import { z } from 'zod';
import { email, oneOf, timestamp, uuid } from '../../core/api/fields.ts';
import { emptyAnswer, groups, success, successEnvelope } from '../../core/api/groups.ts';
import { pageFields, shortListQuery } from '../../core/api/list-page.ts';
import { administratorRoles } from '../../core/api/roles.ts';
import { type RouteDeclaration, reply, route } from '../../core/api/route.ts';
import type { AdministratorTools } from './administrator-tools.ts';
import { type Invitation, invite, listInvitations, resendInvitation, revokeInvitation } from './invitations.ts';

const invitationResource = z
  .strictObject({
    id: z.guid(),
    email: z.string(),
    role: oneOf(administratorRoles),
    status: oneOf(['pending', 'expired']).meta({ description: 'Whether its link can still be used.' }),
    created_at: timestamp,
    sent_at: timestamp.meta({ description: 'When its link was sent last.' }),
    expires_at: timestamp,
  })
  .meta({ id: 'Invitation' });

function toResource(invitation: Invitation, now: Date): z.output<typeof invitationResource> {
  const { id, email: address, role, created_at, sent_at, expires_at } = invitation;
  return {
    id,
    email: address,
    role,
    status: expires_at > now ? 'pending' : 'expired',
    created_at: created_at.toISOString(),
    sent_at: sent_at.toISOString(),
    expires_at: expires_at.toISOString(),
  };
}

const path = '/api/v1/invitations';
const invitationAnswer = successEnvelope(z.strictObject({ invitation: invitationResource }));

/** People who are asked by mail to join. */
export function invitationRoutes(tools: AdministratorTools): RouteDeclaration[] {
  return [list(tools), creation(tools), resending(tools), revocation()];
}

function list({ mailAvailable }: AdministratorTools): RouteDeclaration {
  return route({
    method: 'GET',
    paths: [path],
    operationId: 'listInvitations',
    group: groups.identity,
    summary: 'Who was invited to the console and has not come yet, newest first.',
    query: z.object(shortListQuery),
    responses: {
      200: successEnvelope(
        z.strictObject({
          invitations: z.array(invitationResource),
          ...pageFields,
          mail_available: z.boolean(),
        }),
      ),
    },
    problems: [],
    async handle({ operation, query, page }) {
      const now = operation.clock.now();
      const { items, end } = page.of(await listInvitations(operation), query.limit, ({ id }) => [id], 'descending');
      const invitations = items.map((invitation) => toResource(invitation, now));
      return reply(200, success({ invitations, ...end, mail_available: mailAvailable }, now));
    },
  });
}

function creation(tools: AdministratorTools): RouteDeclaration {
  return route({
    method: 'POST',
    paths: [path],
    operationId: 'invite',
    group: groups.identity,
    stepUp: true,
    summary: 'Ask a person by mail to join; the link in it is good once, for 72 hours.',
    description: 'The person chooses the password. Only an owner invites owners.',
    body: z.object({ email, role: oneOf(administratorRoles) }),
    responses: { 201: invitationAnswer },
    problems: [
      'MAIL_NOT_AVAILABLE',
      'ADMINISTRATOR_ALREADY_EXISTS',
      'INVITATION_ALREADY_EXISTS',
      'INVITATION_LIMIT_EXCEEDED',
    ],
    async handle({ operation, body }) {
      const invitation = await invite(operation, tools, body);
      const now = operation.clock.now();
      return reply(201, success({ invitation: toResource(invitation, now) }, now));
    },
  });
}

function resending(tools: AdministratorTools): RouteDeclaration {
  return route({
    method: 'POST',
    paths: [`${path}/:id/resend`],
    operationId: 'resendInvitation',
    group: groups.identity,
    stepUp: true,
    summary: 'Send a new link, good for 72 hours; the one before is void.',
    params: z.object({ id: uuid }),
    responses: { 200: invitationAnswer },
    problems: ['MAIL_NOT_AVAILABLE', 'INVITATION_NOT_FOUND'],
    absent: 'INVITATION_NOT_FOUND',
    async handle({ operation, params }) {
      const invitation = await resendInvitation(operation, tools, params.id);
      const now = operation.clock.now();
      return reply(200, success({ invitation: toResource(invitation, now) }, now));
    },
  });
}

function revocation(): RouteDeclaration {
  return route({
    method: 'DELETE',
    paths: [`${path}/:id`],
    operationId: 'revokeInvitation',
    group: groups.identity,
    summary: 'Take an invitation back: its link is void.',
    params: z.object({ id: uuid }),
    responses: { 204: emptyAnswer },
    problems: ['INVITATION_NOT_FOUND'],
    absent: 'INVITATION_NOT_FOUND',
    async handle({ operation, params }) {
      await revokeInvitation(operation, params.id);
      return reply(204, null);
    },
  });
}
