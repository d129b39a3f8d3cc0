import { z } from 'zod';
import { booleanField, email, integer, text, timestamp, uuid, worldField } from '../../core/api/fields.ts';
import { emptyAnswer, groups, success, successEnvelope } from '../../core/api/groups.ts';
import { errorsOf } from '../../core/api/input.ts';
import { pageFields, shortListQuery } from '../../core/api/list-page.ts';
import { InvalidInput, Problem, type ProblemCode } from '../../core/api/problems.ts';
import { type RouteDeclaration, reply, route } from '../../core/api/route.ts';
import { OperatorError } from '../../core/operation/operator-error.ts';
import {
  type Branding,
  changeBranding,
  checkedImage,
  getBranding,
  type PictureDrawings,
  toWhiteLabelSettings,
  whiteLabelFrom,
  whiteLabelInput,
  whiteLabelSettingsShape,
} from '../branding/index.ts';
import { createKey, maxLiveKeys } from './create-key.ts';
import { type KeyListing, listKeys } from './list-keys.ts';
import { revokeKey } from './revoke-key.ts';

/** What a partner sets up for itself: API keys, and how the portal looks. */
export function consoleRoutes(pictures: PictureDrawings): RouteDeclaration[] {
  return [keyList(), keyCreation(), keyRotation(), keyRevocation(), branding(), brandingChange(pictures)];
}

const keysPath = '/api/v1/keys';
const keyName = text(100);
const maxOverlapSeconds = 30 * 86_400;
const keyProblems: ProblemCode[] = ['KEY_LIMIT_EXCEEDED', 'PORTAL_DOMAIN_NOT_VERIFIED'];

const keyResource = z
  .strictObject({
    id: z.guid(),
    name: z.string(),
    world: worldField,
    prefix: z.string().meta({ description: 'What may be shown of the key.' }),
    portal_domain: z.string(),
    status: z.enum(['valid', 'expired', 'revoked']),
    created_at: timestamp,
    expires_at: timestamp.nullable(),
    last_used_at: timestamp.nullable(),
  })
  .meta({ id: 'ApiKey' });

function toKey(key: KeyListing): z.output<typeof keyResource> {
  return {
    id: key.key_id,
    name: key.name,
    world: key.world,
    prefix: key.prefix,
    portal_domain: key.portal_domain,
    status: key.status,
    created_at: key.created_at.toISOString(),
    expires_at: key.expires_at?.toISOString() ?? null,
    last_used_at: key.last_used_at?.toISOString() ?? null,
  };
}

const newKeyAnswer = successEnvelope(
  z.strictObject({
    id: z.guid(),
    portal_domain: z.string(),
    api_key: z.string().meta({ description: 'Shown this once: only its hash is kept.' }),
  }),
);

function keyList(): RouteDeclaration {
  return route({
    method: 'GET',
    paths: [keysPath],
    operationId: 'listKeys',
    group: groups.identity,
    summary: 'API keys, newest first; never the keys themselves.',
    query: z.object(shortListQuery),
    responses: { 200: successEnvelope(z.strictObject({ keys: z.array(keyResource), ...pageFields })) },
    problems: [],
    async handle({ operation, query, page }) {
      const sortKeysOf = (key: KeyListing) => [key.created_at.toISOString(), key.key_id];
      const { items, end } = page.of(await listKeys(operation), query.limit, sortKeysOf, 'descending');
      return reply(200, success({ keys: items.map(toKey), ...end }, operation.clock.now()));
    },
  });
}

function keyCreation(): RouteDeclaration {
  return route({
    method: 'POST',
    paths: [keysPath],
    operationId: 'createKey',
    group: groups.identity,
    stepUp: true,
    summary: 'A new API key, shown this once.',
    role: 'owner',
    description: `For a portal domain that is verified. An account has up to ${maxLiveKeys} keys that are valid. One of the sandbox begins with \`bwk_test_\`, needs no header and reaches nothing else.`,
    body: z.object({
      name: keyName,
      portal_domain: text(253).optional(),
      world: worldField.default('live').meta({ description: 'Of the sandbox only while sandbox mode is on.' }),
    }),
    responses: { 201: newKeyAnswer },
    carriesSecret: true,
    problems: [...keyProblems, 'SANDBOX_DISABLED'],
    async handle({ operation, body, portalDomain }) {
      const key = { name: body.name, portalDomain: body.portal_domain ?? portalDomain, world: body.world };
      const created = await explained('portal_domain', "must be one of the account's portal domains", () =>
        createKey(operation, key),
      );
      const data = { id: created.keyId, portal_domain: created.portalDomain, api_key: created.apiKey };
      return reply(201, success(data, operation.clock.now()));
    },
  });
}

function keyRotation(): RouteDeclaration {
  return route({
    method: 'POST',
    paths: [`${keysPath}/:id/rotate`],
    operationId: 'rotateKey',
    group: groups.identity,
    stepUp: true,
    summary: 'A new key in place of another, which stays valid for the overlap.',
    role: 'owner',
    params: z.object({ id: uuid }),
    example: { overlap_seconds: 86_400 },
    body: z.object({ overlap_seconds: integer(0, maxOverlapSeconds).default(86_400) }),
    responses: { 201: newKeyAnswer },
    carriesSecret: true,
    problems: ['KEY_NOT_FOUND', ...keyProblems, 'SANDBOX_DISABLED'],
    absent: 'KEY_NOT_FOUND',
    async handle({ operation, params, body }) {
      const replaced = (await listKeys(operation)).find(({ key_id }) => key_id === params.id);
      if (replaced?.status !== 'valid') throw new Problem('KEY_NOT_FOUND');
      const created = await knownKey(() =>
        createKey(operation, {
          name: replaced.name,
          portalDomain: replaced.portal_domain,
          replaces: { keyId: params.id, overlapSeconds: body.overlap_seconds },
        }),
      );
      const data = { id: created.keyId, portal_domain: created.portalDomain, api_key: created.apiKey };
      return reply(201, success(data, operation.clock.now()));
    },
  });
}

function keyRevocation(): RouteDeclaration {
  return route({
    method: 'DELETE',
    paths: [`${keysPath}/:id`],
    operationId: 'revokeKey',
    group: groups.identity,
    summary: 'Revoke a key: its next request fails. A repeat changes nothing.',
    params: z.object({ id: uuid }),
    responses: { 204: emptyAnswer },
    problems: ['KEY_NOT_FOUND'],
    absent: 'KEY_NOT_FOUND',
    async handle({ operation, params }) {
      await knownKey(() => revokeKey(operation, params.id));
      return reply(204, null);
    },
  });
}

const brandingPath = '/api/v1/branding';
/** Of 256 KiB in Base64. */
const maxLogoCharacters = 360_000;
/** Of such images in JSON, whatever its encoder escapes. */
const brandingBodyLimitBytes = 1_048_576;

const image = z.strictObject({ type: z.string(), bytes: z.int() });
const brandingResource = z
  .strictObject({
    display_name: z.string().nullable(),
    accent_colour: z.string().nullable(),
    support_url: z.string().nullable(),
    support_email: z.string().nullable(),
    customer_area_url: z.string().nullable(),
    alert_links: z.boolean(),
    logo: image
      .extend({
        in_mails: z.boolean().meta({
          description:
            'Whether mails and reports show it, as a PNG that was drawn of it: PNG, JPEG and SVG. A WebP is shown on pages alone.',
        }),
      })
      .nullable(),
    ...whiteLabelSettingsShape,
    dark_logo: image.nullable().meta({ description: 'In place of the logo on dark pages. Null: the logo.' }),
    favicon: image.nullable().meta({ description: 'Null: one is drawn of the first letter and the colour.' }),
  })
  .meta({ id: 'Branding' });

function toBranding(branding: Branding): z.output<typeof brandingResource> {
  const { displayName, accentColour, supportUrl, supportEmail, images } = branding;
  return {
    display_name: displayName,
    accent_colour: accentColour,
    support_url: supportUrl,
    support_email: supportEmail,
    customer_area_url: branding.customerAreaUrl,
    alert_links: branding.alertLinks,
    logo: images.logo && { ...images.logo, in_mails: branding.logoIsDrawn },
    ...toWhiteLabelSettings(branding),
    dark_logo: images.dark_logo,
    favicon: images.favicon,
  };
}

function branding(): RouteDeclaration {
  return route({
    method: 'GET',
    paths: [brandingPath],
    operationId: 'getBranding',
    group: groups.identity,
    summary: 'How the portal looks.',
    responses: { 200: successEnvelope(z.strictObject({ branding: brandingResource })) },
    problems: [],
    async handle({ operation }) {
      return reply(200, success({ branding: toBranding(await getBranding(operation)) }, operation.clock.now()));
    },
  });
}

const webAddress = text(500).regex(/^https:\/\/[^\s"<>]+$/, { error: 'must be an https:// address' });
const colour = text(7)
  .regex(/^#[0-9a-fA-F]{6}$/, { error: 'must be a colour such as #1d4ed8' })
  .transform((value) => value.toLowerCase())
  .meta({ type: 'string', pattern: '^#[0-9a-fA-F]{6}$' });
const base64 = text(maxLogoCharacters)
  .regex(/^[\w+/]+={0,2}$/, { error: 'must be Base64' })
  .transform((value) => Buffer.from(value, 'base64'))
  .meta({ type: 'string', format: 'byte' });

function brandingChange(pictures: PictureDrawings): RouteDeclaration {
  return route({
    method: 'PUT',
    paths: [brandingPath],
    operationId: 'setBranding',
    group: groups.identity,
    summary: 'Set how the portal looks; what is left out goes back to the default, except for images.',
    description:
      'Images have at most 4 million pixels, all frames together. An SVG has shapes, text, gradients and masks, and nothing else. What cannot be drawn within two seconds and 80 MB is refused.',
    example: { display_name: 'Acme Hosting', accent_colour: '#0b5cad' },
    body: z.object({
      display_name: text(100).optional(),
      accent_colour: colour.optional(),
      support_url: webAddress.optional(),
      support_email: email.optional(),
      customer_area_url: webAddress.optional(),
      alert_links: booleanField.optional(),
      logo: base64.optional(),
      remove_logo: booleanField.optional(),
      ...whiteLabelInput,
      dark_logo: base64.optional(),
      remove_dark_logo: booleanField.optional(),
      favicon: base64.optional(),
      remove_favicon: booleanField.optional(),
    }),
    bodyLimitBytes: brandingBodyLimitBytes,
    check: ({ body }) => ({
      ...errorsOf(() => body.logo && checkedImage('logo', body.logo)),
      ...errorsOf(() => body.dark_logo && checkedImage('dark_logo', body.dark_logo)),
      ...errorsOf(() => body.favicon && checkedImage('favicon', body.favicon)),
    }),
    responses: { 200: successEnvelope(z.strictObject({ branding: brandingResource })) },
    problems: [],
    async handle({ operation, body }) {
      const changed = await changeBranding(operation, pictures, {
        displayName: body.display_name ?? null,
        accentColour: body.accent_colour ?? null,
        supportUrl: body.support_url ?? null,
        supportEmail: body.support_email ?? null,
        customerAreaUrl: body.customer_area_url ?? null,
        alertLinks: body.alert_links ?? false,
        logo: body.remove_logo ? null : body.logo,
        ...whiteLabelFrom(body),
        dark_logo: body.remove_dark_logo ? null : body.dark_logo,
        favicon: body.remove_favicon ? null : body.favicon,
      });
      return reply(200, success({ branding: toBranding(changed) }, operation.clock.now()));
    },
  });
}

/** What the operator is told in the terms of the command line, a client is told of the field. */
async function explained<T>(field: string, expectation: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof OperatorError
      ? new InvalidInput({ [field]: [`The ${field} field ${expectation}.`] })
      : error;
  }
}

async function knownKey<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof OperatorError ? new Problem('KEY_NOT_FOUND', {}, { cause: error }) : error;
  }
}
