import { z } from 'zod';
import { email, oneOf, text, timestamp, uuid } from '../../core/api/fields.ts';
import { emptyAnswer, groups, success, successEnvelope } from '../../core/api/groups.ts';
import { pageFields, shortListQuery } from '../../core/api/list-page.ts';
import { Problem } from '../../core/api/problems.ts';
import { administratorRoles } from '../../core/api/roles.ts';
import { type RouteDeclaration, reply, route } from '../../core/api/route.ts';
import { brandingOfPortal } from '../branding/index.ts';
import { endAdministratorSession, listAdministratorSessions } from '../sessions/index.ts';
import { type AdministratorAtAGlance, getAdministrator, listAdministrators } from './administrator-record.ts';
import type { AdministratorTools } from './administrator-tools.ts';
import { changePassword } from './change-password.ts';
import { changeRole } from './change-role.ts';
import { confirmSecondFactor, proposeSecondFactor, removeSecondFactor } from './change-second-factor.ts';
import { createAdministrator } from './create-administrator.ts';
import { passkeyRoutes } from './passkey-routes.ts';
import { proveAgain } from './prove-again.ts';
import { proofClaimOf } from './prove-password.ts';
import { removeAdministrator } from './remove-administrator.ts';
import type { TotpVault } from './totp-vault.ts';

const administratorResource = z
  .strictObject({
    id: z.guid(),
    email: z.string(),
    name: z.string().nullable(),
    role: oneOf(administratorRoles),
    second_factor: z.boolean(),
    created_at: timestamp,
    last_signed_in_at: timestamp.nullable(),
  })
  .meta({ id: 'Administrator' });

function toResource(administrator: AdministratorAtAGlance): z.output<typeof administratorResource> {
  return {
    id: administrator.id,
    email: administrator.email,
    name: administrator.name,
    role: administrator.role,
    second_factor: administrator.has_second_factor,
    created_at: administrator.created_at.toISOString(),
    last_signed_in_at: administrator.last_signed_in_at?.toISOString() ?? null,
  };
}

const ownPath = '/api/v1/administrator';
const path = '/api/v1/administrators';
const password = text(1_024);

/** What administrators do about themselves, and about one another. */
export function administratorRoutes(tools: AdministratorTools): RouteDeclaration[] {
  const { vault } = tools;
  return [
    own(),
    ownPassword(),
    provingAgain(vault),
    proposal(vault),
    confirmation(vault),
    removal(tools),
    ...passkeyRoutes(),
    ownSessions(),
    endOwnSession(),
    list(),
    create(),
    roleChange(),
    remove(),
  ];
}

function own(): RouteDeclaration {
  return route({
    method: 'GET',
    paths: [ownPath],
    operationId: 'getOwnAdministrator',
    group: groups.administrator,
    summary: 'The administrator who is signed in.',
    responses: { 200: successEnvelope(z.strictObject({ administrator: administratorResource })) },
    problems: [],
    async handle({ operation, credential }) {
      const administrator = await getAdministrator(operation, credential!.id);
      return reply(200, success({ administrator: toResource(administrator) }, operation.clock.now()));
    },
  });
}

function ownPassword(): RouteDeclaration {
  return route({
    method: 'PUT',
    paths: [`${ownPath}/password`],
    operationId: 'changeOwnPassword',
    group: groups.administrator,
    summary: 'Change the password; the other sessions of the administrator end.',
    body: z.object({ current_password: password, new_password: password }),
    responses: { 204: emptyAnswer },
    problems: [],
    async handle({ operation, credential, client, body }) {
      const { deviceSecrets } = client;
      const change = { currentPassword: body.current_password, newPassword: body.new_password, deviceSecrets };
      await changePassword(operation, proofClaimOf(credential, client), change);
      return reply(204, null);
    },
  });
}

function provingAgain(vault: TotpVault): RouteDeclaration {
  return route({
    method: 'POST',
    paths: ['/api/v1/session/proof'],
    operationId: 'proveAgain',
    group: groups.administrator,
    setsUpSecondFactor: true,
    summary: 'Show the password, or a code of the second factor, again: for what outlives the session.',
    description:
      'For ten minutes, as after signing in, the session may ask for what is 403 PROOF_REQUIRED otherwise. Send one of the two. Wrong ones make further ones of the session wait.',
    example: { password: 'correct horse battery staple' },
    body: z.object({ password: password.optional(), code: text(16).optional() }),
    check: ({ named }) => {
      if (named.has('password') && named.has('code'))
        return { code: ['The code field must not be sent with a password.'] };
      return named.has('password') || named.has('code')
        ? {}
        : { password: ['The password field is required unless a code is sent.'] };
    },
    responses: { 204: emptyAnswer },
    problems: [],
    async handle({ operation, credential, client, body }) {
      const proof = body.code === undefined ? { password: body.password! } : { code: body.code.replaceAll(' ', '') };
      await proveAgain(operation, vault, proofClaimOf(credential, client), proof);
      return reply(204, null);
    },
  });
}

const secondFactorPath = `${ownPath}/second-factor`;

function proposal(vault: TotpVault): RouteDeclaration {
  return route({
    method: 'POST',
    paths: [secondFactorPath],
    operationId: 'proposeSecondFactor',
    group: groups.administrator,
    setsUpSecondFactor: true,
    stepUp: true,
    summary: 'A key for an authenticator application; it counts once it was confirmed by a code.',
    responses: {
      201: successEnvelope(
        z.strictObject({
          key: z.string(),
          uri: z.string().meta({ description: 'What the application reads from a QR code.' }),
        }),
      ),
    },
    problems: ['SECOND_FACTOR_STATE_CONFLICT'],
    async handle({ operation, credential, portalDomain }) {
      const branding = await brandingOfPortal(operation.db.shared, portalDomain);
      const issuer = branding?.name ?? portalDomain;
      const proposed = await proposeSecondFactor(operation, vault, credential!.id, issuer);
      return reply(201, success(proposed, operation.clock.now()));
    },
  });
}

function confirmation(vault: TotpVault): RouteDeclaration {
  return route({
    method: 'POST',
    paths: [`${secondFactorPath}/confirm`],
    operationId: 'confirmSecondFactor',
    group: groups.administrator,
    setsUpSecondFactor: true,
    stepUp: true,
    summary: 'Turn the authenticator application on by a code of it.',
    body: z.object({ code: text(16) }),
    responses: { 204: emptyAnswer },
    problems: ['SECOND_FACTOR_STATE_CONFLICT'],
    async handle({ operation, credential, body }) {
      await confirmSecondFactor(operation, vault, credential!.id, body.code.replaceAll(' ', ''));
      return reply(204, null);
    },
  });
}

function removal({ vault }: AdministratorTools): RouteDeclaration {
  return route({
    method: 'DELETE',
    paths: [secondFactorPath],
    operationId: 'removeSecondFactor',
    group: groups.administrator,
    summary: 'Turn the authenticator application off, by the password and a code of it.',
    body: z.object({
      password,
      code: text(16).optional().meta({ description: 'Needed unless the second factor was never confirmed.' }),
    }),
    responses: { 204: emptyAnswer },
    problems: ['SECOND_FACTOR_STATE_CONFLICT', 'LAST_SECOND_FACTOR'],
    async handle({ operation, credential, client, body }) {
      const proof = { password: body.password, code: body.code?.replaceAll(' ', '') };
      await removeSecondFactor(operation, vault, proofClaimOf(credential, client), proof);
      return reply(204, null);
    },
  });
}

function ownSessions(): RouteDeclaration {
  return route({
    method: 'GET',
    paths: [`${ownPath}/sessions`],
    operationId: 'listOwnSessions',
    group: groups.administrator,
    summary: 'Where the administrator is signed in, newest first.',
    query: z.object(shortListQuery),
    responses: {
      200: successEnvelope(
        z.strictObject({
          sessions: z.array(
            z.strictObject({
              id: z.guid(),
              user_agent: z.string().nullable(),
              created_at: timestamp,
              last_used_at: timestamp.nullable(),
              expires_at: timestamp,
              is_current: z.boolean(),
            }),
          ),
          ...pageFields,
        }),
      ),
    },
    problems: [],
    async handle({ operation, query, page, credential }) {
      if (credential?.kind !== 'administrator') throw new Problem('ACCESS_DENIED');
      const sessions = await listAdministratorSessions(operation, credential.id);
      const { items, end } = page.of(sessions, query.limit, ({ id }) => [id], 'descending');
      const data = {
        sessions: items.map((session) => ({
          id: session.id,
          user_agent: session.userAgent,
          created_at: session.createdAt.toISOString(),
          last_used_at: session.lastUsedAt?.toISOString() ?? null,
          expires_at: session.expiresAt.toISOString(),
          is_current: session.id === credential.sessionId,
        })),
        ...end,
      };
      return reply(200, success(data, operation.clock.now()));
    },
  });
}

function endOwnSession(): RouteDeclaration {
  return route({
    method: 'DELETE',
    paths: [`${ownPath}/sessions/:id`],
    operationId: 'endOwnSession',
    group: groups.administrator,
    summary: 'Sign out somewhere else.',
    params: z.object({ id: uuid }),
    responses: { 204: emptyAnswer },
    problems: ['SESSION_NOT_FOUND'],
    absent: 'SESSION_NOT_FOUND',
    async handle({ operation, credential, params }) {
      await endAdministratorSession(operation, credential!.id, params.id);
      return reply(204, null);
    },
  });
}

function list(): RouteDeclaration {
  return route({
    method: 'GET',
    paths: [path],
    operationId: 'listAdministrators',
    group: groups.identity,
    summary: 'Who can sign in to the console of the account.',
    query: z.object(shortListQuery),
    responses: {
      200: successEnvelope(z.strictObject({ administrators: z.array(administratorResource), ...pageFields })),
    },
    problems: [],
    async handle({ operation, query, page }) {
      const { items, end } = page.of(await listAdministrators(operation), query.limit, (person) => [person.email]);
      return reply(200, success({ administrators: items.map(toResource), ...end }, operation.clock.now()));
    },
  });
}

function create(): RouteDeclaration {
  return route({
    method: 'POST',
    paths: [path],
    operationId: 'createAdministrator',
    group: groups.identity,
    stepUp: true,
    summary: 'Let one more person sign in to the console.',
    description: 'Only an owner makes owners.',
    body: z.object({
      email,
      name: text(255).optional(),
      password,
      role: oneOf(administratorRoles).default('manager'),
    }),
    responses: { 201: successEnvelope(z.strictObject({ administrator: administratorResource })) },
    carriesSecret: true,
    problems: ['ADMINISTRATOR_ALREADY_EXISTS'],
    async handle({ operation, body }) {
      const created = await createAdministrator(operation, { ...body, name: body.name ?? null });
      return reply(
        201,
        success({ administrator: toResource({ ...created, has_second_factor: false }) }, operation.clock.now()),
      );
    },
  });
}

function roleChange(): RouteDeclaration {
  return route({
    method: 'PUT',
    paths: [`${path}/:id/role`],
    operationId: 'changeRole',
    group: groups.identity,
    stepUp: true,
    summary: 'Give a person another role, from the next request on.',
    description: 'Managers change everybody but owners, and make nobody an owner. The last owner keeps the role.',
    params: z.object({ id: uuid }),
    body: z.object({ role: oneOf(administratorRoles) }),
    responses: { 200: successEnvelope(z.strictObject({ administrator: administratorResource })) },
    problems: ['ADMINISTRATOR_NOT_FOUND', 'LAST_OWNER'],
    absent: 'ADMINISTRATOR_NOT_FOUND',
    async handle({ operation, params, body }) {
      const changed = await changeRole(operation, params.id, body.role);
      return reply(200, success({ administrator: toResource(changed) }, operation.clock.now()));
    },
  });
}

function remove(): RouteDeclaration {
  return route({
    method: 'DELETE',
    paths: [`${path}/:id`],
    operationId: 'removeAdministrator',
    group: groups.identity,
    stepUp: true,
    summary: "Take a person's access to the console away.",
    params: z.object({ id: uuid }),
    responses: { 204: emptyAnswer },
    problems: ['ADMINISTRATOR_NOT_FOUND', 'LAST_ADMINISTRATOR', 'LAST_OWNER'],
    absent: 'ADMINISTRATOR_NOT_FOUND',
    async handle({ operation, params }) {
      await removeAdministrator(operation, params.id);
      return reply(204, null);
    },
  });
}
