import { z } from 'zod';
import { text, timestamp, uuid } from '../../core/api/fields.ts';
import { emptyAnswer, groups, success, successEnvelope } from '../../core/api/groups.ts';
import { type RouteDeclaration, reply, route } from '../../core/api/route.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { brandingOfPortal } from '../branding/index.ts';
import { getAdministrator } from './administrator-record.ts';
import { addPasskey, type Portal, proposePasskey, removePasskey } from './change-passkeys.ts';
import { listPasskeys, type Passkey } from './passkey-record.ts';
import { proofClaimOf } from './prove-password.ts';
import { isSecondFactorDemanded } from './second-factor-demand.ts';

/** Bytes as browsers write them. */
function base64url(maxLength: number) {
  return text(maxLength)
    .regex(/^[\w-]+$/, { error: 'must be base64url without padding' })
    .meta({ description: 'In base64url without padding.', examples: ['AZ09_-'] });
}

/** A credential's id is at most 1,023 bytes long. */
const credentialId = base64url(1_364);
const publicKeyType = z
  .literal('public-key', { error: 'must be public-key' })
  .meta({ description: 'Of credentials there is no other type.' });
const responseMeta = { description: 'What the authenticator said, as the browser passed it on.' };

/** `AuthenticationResponseJSON` of Web Authentication, as far as it is looked at. */
export const assertionField = z
  .object({
    id: credentialId,
    type: publicKeyType,
    response: z
      .object({
        clientDataJSON: base64url(4_096),
        authenticatorData: base64url(4_096),
        signature: base64url(4_096),
        userHandle: base64url(128).optional(),
      })
      .meta(responseMeta),
  })
  .meta({
    description: 'What the passkey signed: `toJSON()` of what `navigator.credentials.get` gave.',
  });

/** `RegistrationResponseJSON`. */
const attestationField = z
  .object({
    id: credentialId,
    type: publicKeyType,
    response: z
      .object({
        clientDataJSON: base64url(4_096),
        attestationObject: base64url(32_768),
        transports: z
          .array(text(32).meta({ examples: ['internal'] }))
          .max(16)
          .optional()
          .meta({ description: 'How the browser reaches the authenticator.' }),
      })
      .meta(responseMeta),
  })
  .meta({ description: 'The new passkey: `toJSON()` of what `navigator.credentials.create` gave.' });

/** Options for `navigator.credentials`, as its `parse…OptionsFromJSON` take them. */
export const ceremonyOptions = z.record(z.string(), z.unknown()).meta({
  description: 'For `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON`.',
});

const passkeyResource = z
  .strictObject({
    id: z.guid(),
    name: z.string(),
    portal_domain: z.string().meta({ description: 'Where it signs in, and nowhere else.' }),
    created_at: timestamp,
    last_used_at: timestamp.nullable(),
  })
  .meta({ id: 'Passkey' });

function toResource(passkey: Passkey): z.output<typeof passkeyResource> {
  return {
    id: passkey.id,
    name: passkey.name,
    portal_domain: passkey.portal_domain,
    created_at: passkey.created_at.toISOString(),
    last_used_at: passkey.last_used_at?.toISOString() ?? null,
  };
}

const path = '/api/v1/administrator';
const passkeysPath = `${path}/passkeys`;
const password = text(1_024);

/** An administrator's passkeys, and what it has of second factors altogether. */
export function passkeyRoutes(): RouteDeclaration[] {
  return [factors(), proposal(), addition(), removal()];
}

function factors(): RouteDeclaration {
  return route({
    method: 'GET',
    paths: [`${path}/second-factor`],
    operationId: 'getSecondFactor',
    group: groups.administrator,
    setsUpSecondFactor: true,
    summary: 'What the administrator has of second factors, and whether one is demanded.',
    responses: {
      200: successEnvelope(
        z.strictObject({
          authenticator: z.boolean().meta({ description: 'Whether codes of an application are asked for.' }),
          passkeys: z.array(passkeyResource).meta({ description: 'In the order in which they were made.' }),
          required: z.boolean().meta({ description: 'Whether the account demands a second factor.' }),
        }),
      ),
    },
    problems: [],
    async handle({ operation, credential }) {
      const { id, totp_confirmed_at } = await getAdministrator(operation, credential!.id);
      const data = {
        authenticator: totp_confirmed_at !== null,
        passkeys: (await listPasskeys(operation, id)).map(toResource),
        required: await isSecondFactorDemanded(operation),
      };
      return reply(200, success(data, operation.clock.now()));
    },
  });
}

function proposal(): RouteDeclaration {
  return route({
    method: 'POST',
    paths: [passkeysPath],
    operationId: 'proposePasskey',
    group: groups.administrator,
    setsUpSecondFactor: true,
    summary: 'What the browser makes a passkey by; it counts once it was confirmed.',
    description: 'Good for five minutes and one passkey. Asks for the password.',
    body: z.object({ password }),
    responses: { 201: successEnvelope(z.strictObject({ options: ceremonyOptions })) },
    problems: ['PASSKEY_LIMIT_EXCEEDED'],
    async handle({ operation, credential, client, portalDomain, body }) {
      const portal = await portalOf(operation, portalDomain);
      const options = await proposePasskey(operation, proofClaimOf(credential, client), body.password, portal);
      return reply(201, success({ options: { ...options } }, operation.clock.now()));
    },
  });
}

function addition(): RouteDeclaration {
  return route({
    method: 'POST',
    paths: [`${passkeysPath}/confirm`],
    operationId: 'confirmPasskey',
    group: groups.administrator,
    setsUpSecondFactor: true,
    summary: 'Keep the passkey that the browser made: from now on it signs in, and the password alone does not.',
    body: z.object({
      name: text(100).meta({ description: 'By which the administrator knows it again.' }),
      credential: attestationField,
    }),
    responses: { 201: successEnvelope(z.strictObject({ passkey: passkeyResource })) },
    problems: ['PASSKEY_LIMIT_EXCEEDED'],
    async handle({ operation, credential, client, portalDomain, body }) {
      const portal = await portalOf(operation, portalDomain);
      const passkey = await addPasskey(operation, proofClaimOf(credential, client), body, portal);
      return reply(201, success({ passkey: toResource(passkey) }, operation.clock.now()));
    },
  });
}

function removal(): RouteDeclaration {
  return route({
    method: 'DELETE',
    paths: [`${passkeysPath}/:id`],
    operationId: 'removePasskey',
    group: groups.administrator,
    summary: 'Take a passkey away, by the password.',
    params: z.object({ id: uuid }),
    body: z.object({ password }),
    responses: { 204: emptyAnswer },
    problems: ['PASSKEY_NOT_FOUND', 'LAST_SECOND_FACTOR'],
    absent: 'PASSKEY_NOT_FOUND',
    async handle({ operation, credential, client, params, body }) {
      await removePasskey(operation, proofClaimOf(credential, client), params.id, body.password);
      return reply(204, null);
    },
  });
}

async function portalOf(operation: Operation, domain: string): Promise<Portal> {
  const branding = await brandingOfPortal(operation.db.shared, domain);
  return { name: branding?.name ?? domain, domain };
}
