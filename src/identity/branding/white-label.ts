import { z } from 'zod';
import { booleanField, oneOf, text } from '../../core/api/fields.ts';
import { languages } from '../../platform/messages/languages.ts';

/** What makes a portal the partner's alone, besides its name and its look. */
export interface WhiteLabel {
  /** What the service is called; null: security monitoring, in plain words. */
  readonly productName: string | null;
  /** The logo says the name. Without a logo the name is shown all the same. */
  readonly hideName: boolean;
  readonly imprintUrl: string | null;
  readonly privacyUrl: string | null;
  readonly termsUrl: string | null;
  /** Where a customer orders more; null: nothing is offered. */
  readonly orderUrl: string | null;
  /** Of mails, and of readers whose browser asks for none that there is; null: English. */
  readonly language: string | null;
}

/** What is undefined stays as it is; null goes back to the default. */
export type WhiteLabelChange = {
  readonly [Field in keyof WhiteLabel]?: WhiteLabel[Field] | null | undefined;
};

/** The columns of `brandings` that a white label is read of. */
export const whiteLabelColumns = [
  'brandings.product_name',
  'brandings.hide_name',
  'brandings.imprint_url',
  'brandings.privacy_url',
  'brandings.terms_url',
  'brandings.order_url',
  'brandings.language',
] as const;

interface WhiteLabelRow {
  readonly product_name: string | null;
  readonly hide_name: boolean | null;
  readonly imprint_url: string | null;
  readonly privacy_url: string | null;
  readonly terms_url: string | null;
  readonly order_url: string | null;
  readonly language: string | null;
}

export function whiteLabelOf(row: WhiteLabelRow | undefined): WhiteLabel {
  return {
    productName: row?.product_name ?? null,
    hideName: row?.hide_name ?? false,
    imprintUrl: row?.imprint_url ?? null,
    privacyUrl: row?.privacy_url ?? null,
    termsUrl: row?.terms_url ?? null,
    orderUrl: row?.order_url ?? null,
    language: row?.language ?? null,
  };
}

/** The columns that a change writes. */
export function whiteLabelChanges(change: WhiteLabelChange): Partial<WhiteLabelRow & { hide_name: boolean }> {
  return {
    ...(change.productName === undefined ? {} : { product_name: change.productName }),
    ...(change.hideName === undefined ? {} : { hide_name: change.hideName ?? false }),
    ...(change.imprintUrl === undefined ? {} : { imprint_url: change.imprintUrl }),
    ...(change.privacyUrl === undefined ? {} : { privacy_url: change.privacyUrl }),
    ...(change.termsUrl === undefined ? {} : { terms_url: change.termsUrl }),
    ...(change.orderUrl === undefined ? {} : { order_url: change.orderUrl }),
    ...(change.language === undefined ? {} : { language: change.language }),
  };
}

const productName = z
  .string()
  .nullable()
  .meta({ description: 'What the service is called. Null: security monitoring.' });
const legalShape = {
  imprint_url: z.string().nullable(),
  privacy_url: z.string().nullable(),
  terms_url: z.string().nullable(),
};

/** What the pages of a portal need of it, as the API shows it. */
export const whiteLabelShape = {
  product_name: productName,
  hide_name: z.boolean().meta({ description: 'The logo stands without the name beside it.' }),
  ...legalShape,
};

/** @param portal with the logo that says the name, if there is one */
export function toPortalWhiteLabel(portal: WhiteLabel & { readonly versions: { readonly logo: string | null } }) {
  return {
    product_name: portal.productName,
    hide_name: portal.hideName && portal.versions.logo !== null,
    ...legalLinks(portal),
  };
}

function legalLinks({ imprintUrl, privacyUrl, termsUrl }: WhiteLabel) {
  return { imprint_url: imprintUrl, privacy_url: privacyUrl, terms_url: termsUrl };
}

/** The same as the partner set it. */
export const whiteLabelSettingsShape = {
  product_name: productName,
  hide_name: z.boolean().meta({ description: 'Whether the name is left out beside a logo.' }),
  ...legalShape,
  order_url: z.string().nullable(),
  language: z.string().nullable().meta({
    description: 'Of mails, and of readers whose browser asks for none that there is. Null: English.',
  }),
};

export function toWhiteLabelSettings(label: WhiteLabel) {
  return {
    product_name: label.productName,
    hide_name: label.hideName,
    ...legalLinks(label),
    order_url: label.orderUrl,
    language: label.language,
  };
}

const webAddress = text(500).regex(/^https:\/\/[^\s"<>]+$/, { error: 'must be an https:// address' });

/** The fields of a request that sets it. */
export const whiteLabelInput = {
  product_name: text(100).optional(),
  hide_name: booleanField.optional(),
  imprint_url: webAddress.optional(),
  privacy_url: webAddress.optional(),
  terms_url: webAddress.optional(),
  order_url: webAddress.optional().meta({
    description:
      'Where a customer orders more; the parameters `customer`, `product` and `plan` are added to it. Left out: nothing is offered.',
  }),
  language: oneOf(languages).optional().meta({
    description: 'Of mails, and of readers whose browser asks for none that there is. Left out: English.',
  }),
};

/** What such a request comes to: what is left out goes back to the default. */
export function whiteLabelFrom(
  body: {
    readonly [Field in keyof typeof whiteLabelInput]?: z.output<(typeof whiteLabelInput)[Field]> | undefined;
  },
): WhiteLabelChange {
  return {
    productName: body.product_name ?? null,
    hideName: body.hide_name ?? false,
    imprintUrl: body.imprint_url ?? null,
    privacyUrl: body.privacy_url ?? null,
    termsUrl: body.terms_url ?? null,
    orderUrl: body.order_url ?? null,
    language: body.language ?? null,
  };
}
