import { z } from 'zod';
import { oneOf, timestamp } from '../../core/api/fields.ts';
import { success, successEnvelope } from '../../core/api/groups.ts';
import { Problem } from '../../core/api/problems.ts';
import { administratorRoles } from '../../core/api/roles.ts';
import type { Client } from '../../core/api/route.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { resourceKinds } from '../../core/operation/resource-kinds.ts';
import { chooseLanguage } from '../../platform/messages/choose-language.ts';
import { languages } from '../../platform/messages/languages.ts';
import type { AdministratorTools } from '../administrators/index.ts';
import { brandingOfPortal, portalBranding, toPortalBranding } from '../branding/index.ts';
import { signedInAs } from '../sessions/index.ts';

const language = z
  .string()
  .nullable()
  .meta({ description: 'That the person chose (BCP 47); null: what the browser asks for.' });

const signedIn = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('customer'),
    billing_customer_id: z.int(),
    name: z.string().nullable(),
    sandbox: z.boolean().meta({
      description: "Whether it is a customer of the account's sandbox: nothing that is shown is real.",
    }),
    viewer: z.strictObject({ email: z.string(), name: z.string().nullable() }).nullable().meta({
      description: "The administrator who looks at the customer's portal, read-only; null: it is the customer.",
    }),
    language,
    expires_at: timestamp,
  }),
  z.strictObject({
    kind: z.literal('administrator'),
    id: z.guid(),
    email: z.string(),
    name: z.string().nullable(),
    role: oneOf(administratorRoles),
    second_factor: z.boolean(),
    second_factor_required: z.boolean().meta({
      description: 'Whether the account demands one. Without it, nothing can be done but to set one up.',
    }),
    sandbox_enabled: z.boolean(),
    language,
    expires_at: timestamp,
  }),
  z
    .strictObject({
      kind: z.literal('alert_link'),
      alert_id: z.guid(),
      subject: z.enum(resourceKinds).meta({ description: 'What the alert is about.' }),
      language,
      expires_at: timestamp,
    })
    .meta({ description: 'A link in a mail was opened: this session shows that one alert.' }),
]);

/** Whose portal it is, and who is signed in. */
export const sessionAnswer = successEnvelope(
  z.strictObject({
    portal: portalBranding,
    signed_in: signedIn.nullable(),
    mail_available: z.boolean(),
    language: z.string().meta({ description: 'In which this browser is answered (BCP 47).' }),
    languages: z.array(z.string()).meta({ description: 'All that there are.' }),
  }),
);

/** @throws Problem PORTAL_NOT_FOUND */
export async function sessionOf(
  operation: Operation,
  { mailAvailable }: Pick<AdministratorTools, 'mailAvailable'>,
  portalDomain: string,
  client: Pick<Client, 'languages'>,
  sessionSecret: string | undefined,
) {
  const branding = await brandingOfPortal(operation.db.shared, portalDomain);
  if (branding === null) throw new Problem('PORTAL_NOT_FOUND');
  const signed_in = await signedInAs(operation, portalDomain, sessionSecret);
  const data = {
    portal: toPortalBranding(branding),
    signed_in,
    mail_available: mailAvailable,
    language: chooseLanguage(signed_in?.language, ...client.languages, branding.language),
    languages,
  };
  return success(data, operation.clock.now());
}
