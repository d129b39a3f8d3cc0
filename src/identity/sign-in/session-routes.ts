import { z } from 'zod';
import { email, integer, oneOf, text } from '../../core/api/fields.ts';
import { emptyAnswer, groups, success, successEnvelope } from '../../core/api/groups.ts';
import { Problem } from '../../core/api/problems.ts';
import { type RouteDeclaration, reply, route } from '../../core/api/route.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { originOf } from '../../platform/http/origin.ts';
import { languages } from '../../platform/messages/languages.ts';
import {
  type AdministratorTools,
  assertionField,
  ceremonyOptions,
  passkeySignInOptions,
} from '../administrators/index.ts';
import { brandingOfPortal } from '../branding/index.ts';
import { endSession, endView, viewCustomer } from '../sessions/index.ts';
import { attemptsPerMinute } from '../sign-in-limits/index.ts';
import { chooseOwnLanguage } from './choose-own-language.ts';
import { sessionAnswer, sessionOf } from './session-answer.ts';
import { signInAdministrator, signInByPasskey } from './sign-in-administrator.ts';

const path = '/api/v1/session';

/** The browser's session: who it is, sign-in of administrators, sign-out. */
export function sessionRoutes(tools: AdministratorTools): RouteDeclaration[] {
  return [
    current(tools),
    signIn(tools),
    passkeyOptions(),
    passkeySignIn(tools),
    signOut(),
    startView(),
    finishView(),
    languageChoice(),
  ];
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
      const answer = await sessionOf(operation, tools, portalDomain, client, client.sessionSecret);
      const chosen = answer.data.signed_in?.language ?? null;
      // So that the next page comes in it, before it is known who asks.
      return reply(200, answer, chosen === null ? undefined : { language: chosen });
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
    body: z.object({ email, password: text(1_024), code: text(16).optional(), passkey: assertionField.optional() }),
    responses: { 200: sessionAnswer },
    problems: ['SIGN_IN_FAILED', 'SECOND_FACTOR_REQUIRED', 'PORTAL_NOT_FOUND'],
    async handle({ operation, portalDomain, body, client }) {
      const visitor = await visitorOf(operation, portalDomain);
      const credentials = { ...body, code: body.code?.replaceAll(' ', ''), passkey: body.passkey };
      const session = await signInAdministrator(visitor, tools, credentials, { portalDomain, client });
      return reply(200, await sessionOf(operation, tools, portalDomain, client, session.secret), session);
    },
  });
}

/** @throws Problem PORTAL_NOT_FOUND */
async function visitorOf(operation: Operation, portalDomain: string): Promise<Operation> {
  const branding = await brandingOfPortal(operation.db.shared, portalDomain);
  if (branding === null) throw new Problem('PORTAL_NOT_FOUND');
  return operation.actingFor(branding.partnerId, { kind: 'system' });
}

const passkeyPath = `${path}/passkey`;

function passkeyOptions(): RouteDeclaration {
  return route({
    method: 'POST',
    paths: [`${passkeyPath}/options`],
    operationId: 'beginPasskeySignIn',
    group: groups.session,
    summary: 'What a passkey has to sign for a sign-in without e-mail address and password.',
    description: 'They are good for five minutes and one sign-in.',
    responses: { 201: successEnvelope(z.strictObject({ options: ceremonyOptions })) },
    problems: ['PORTAL_NOT_FOUND'],
    async handle({ operation, portalDomain }) {
      const options = await passkeySignInOptions(await visitorOf(operation, portalDomain), portalDomain);
      return reply(201, success({ options: { ...options } }, operation.clock.now()));
    },
  });
}

function passkeySignIn(tools: AdministratorTools): RouteDeclaration {
  return route({
    method: 'POST',
    paths: [passkeyPath],
    operationId: 'signInByPasskey',
    group: groups.session,
    summary: 'Sign an administrator in by a passkey alone; the session comes as a cookie.',
    description: `The passkey has to make sure of the person, and is for the portal domain that it was made on. From a browser that is new to the account ${attemptsPerMinute.perNetwork} attempts a minute are looked at for a network (IPv4 address, IPv6 /64).`,
    body: z.object({ credential: assertionField }),
    responses: { 200: sessionAnswer },
    problems: ['SIGN_IN_FAILED', 'PORTAL_NOT_FOUND'],
    async handle({ operation, portalDomain, body, client }) {
      const visitor = await visitorOf(operation, portalDomain);
      const session = await signInByPasskey(visitor, body.credential, { portalDomain, client });
      return reply(200, await sessionOf(operation, tools, portalDomain, client, session.secret), session);
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
    role: 'support',
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

function languageChoice(): RouteDeclaration {
  return route({
    method: 'PUT',
    paths: [`${path}/language`],
    operationId: 'chooseLanguage',
    group: groups.session,
    summary: 'Choose the language of this browser, and of whoever is signed in there.',
    description:
      'Of a customer or administrator it is the language of mails, too. Left out: what the browser asks for, and in mails what the account has set.',
    body: z.object({
      language: oneOf(languages).optional().meta({ description: 'The language that is chosen (BCP 47).' }),
    }),
    responses: {
      200: successEnvelope(
        z.strictObject({
          language: z.string().nullable().meta({ description: 'The language that is chosen. Null: none is.' }),
        }),
      ),
    },
    problems: ['ACCESS_DENIED'],
    async handle({ operation, credential, body }) {
      const language = body.language ?? null;
      await chooseOwnLanguage(operation, credential, language);
      return reply(200, success({ language }, operation.clock.now()), { language });
    },
  });
}
