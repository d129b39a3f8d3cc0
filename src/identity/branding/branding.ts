import { type Insertable, sql } from 'kysely';
import { z } from 'zod';
import { InvalidInput } from '../../core/api/problems.ts';
import { recordFact } from '../../core/audit/record-facts.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { SharedDatabase } from '../../core/operation/partner-database.ts';
import type { BrandingsTable } from '../../core/operation/tables/identity.ts';
import { isDrawable, PictureNotDrawn } from '../../engines/pictures/picture-drawer.ts';
import { serves } from '../portal-domains/index.ts';
import {
  type BrandingImage,
  checkedImage,
  drawnIcon,
  hashOf,
  type ImageKind,
  imageKinds,
  refusedImage,
  versionOf,
} from './branding-images.ts';
import { legibleAccent } from './legible-accent.ts';
import type { PictureDrawings } from './picture-drawings.ts';
import {
  toPortalWhiteLabel,
  type WhiteLabel,
  type WhiteLabelChange,
  whiteLabelChanges,
  whiteLabelColumns,
  whiteLabelOf,
  whiteLabelShape,
} from './white-label.ts';

/** How a portal looks, as its pages need it. */
export interface PortalBranding extends WhiteLabel {
  readonly partnerId: string;
  readonly name: string;
  /** #rrggbb */
  readonly accentColour: string;
  readonly supportUrl: string | null;
  readonly supportEmail: string | null;
  /** Where its customers sign in; see customerAreaLink. */
  readonly customerAreaUrl: string | null;
  /** Whether mails may carry links that open one alert without a sign-in. */
  readonly alertLinks: boolean;
  /** Of images, by their contents; null without one. Every portal has a favicon: one is drawn for those that uploaded none. */
  readonly versions: Readonly<Record<Exclude<ImageKind, 'favicon'>, string | null> & Record<'favicon', string>>;
}

interface ImageFacts {
  readonly type: string;
  /** Size. */
  readonly bytes: number;
}

/** How a partner's portal looks, as its administrators set it. */
export interface Branding extends WhiteLabel {
  /** Null: the partner's own name. */
  readonly displayName: string | null;
  readonly accentColour: string | null;
  readonly supportUrl: string | null;
  readonly supportEmail: string | null;
  readonly customerAreaUrl: string | null;
  readonly alertLinks: boolean;
  readonly images: Readonly<Record<ImageKind, ImageFacts | null>>;
  /** Whether reports and mails have the logo, as it was drawn. */
  readonly logoIsDrawn: boolean;
}

/** What is undefined stays as it is; null goes back to the default. */
export interface BrandingChange extends WhiteLabelChange {
  readonly displayName?: string | null | undefined;
  readonly accentColour?: string | null | undefined;
  readonly supportUrl?: string | null | undefined;
  readonly supportEmail?: string | null | undefined;
  readonly customerAreaUrl?: string | null | undefined;
  readonly alertLinks?: boolean | undefined;
  readonly logo?: Buffer | null | undefined;
  readonly dark_logo?: Buffer | null | undefined;
  readonly favicon?: Buffer | null | undefined;
}

/** Of brandings: whether what was drawn is the logo that there is. */
const isDrawn = sql<boolean>`drawn_logo IS NOT NULL AND drawn_logo_of = logo_hash`;

const defaultAccent = '#1d4ed8';

/** What a portal's pages need of a branding, as the API shows it. */
export const portalBranding = z
  .strictObject({
    name: z.string(),
    accent_colour: z.string(),
    accent: z
      .strictObject({
        light: z.string(),
        on_light: z.string(),
        dark: z.string(),
        on_dark: z.string(),
        fill: z.string(),
        on_fill: z.string(),
      })
      .meta({
        description:
          'The accent as it stays legible on light and on dark pages and as it fills buttons, and the text colour on each.',
      }),
    logo_url: z.string().nullable(),
    support_url: z.string().nullable(),
    support_email: z.string().nullable(),
    customer_area_url: z.string().nullable(),
    ...whiteLabelShape,
    dark_logo_url: z.string().nullable(),
    favicon_url: z.string(),
  })
  .meta({ id: 'PortalBranding' });

/** A portal's branding as the API shows it. */
export function toPortalBranding(branding: PortalBranding): z.output<typeof portalBranding> {
  return {
    name: branding.name,
    accent_colour: branding.accentColour,
    accent: legibleAccent(branding.accentColour),
    logo_url: imageUrl('portal-logo', branding.versions.logo),
    support_url: branding.supportUrl,
    support_email: branding.supportEmail,
    customer_area_url: branding.customerAreaUrl,
    ...toPortalWhiteLabel(branding),
    dark_logo_url: imageUrl('portal-dark-logo', branding.versions.dark_logo),
    favicon_url: `/portal-icon?v=${branding.versions.favicon}`,
  };
}

function imageUrl(path: string, version: string | null): string | null {
  return version === null ? null : `/${path}?v=${version}`;
}

/** How the portal of a host looks; null when it is nobody's. */
export async function brandingOfPortal(db: SharedDatabase, portalDomain: string): Promise<PortalBranding | null> {
  return (await brandingsOfPortals(db, [portalDomain])).get(portalDomain) ?? null;
}

/** How the portals of hosts look; those that are nobody's are left out. */
export async function brandingsOfPortals(
  db: SharedDatabase,
  portalDomains: readonly string[],
): Promise<Map<string, PortalBranding>> {
  const rows = await db
    .selectFrom('portal_domains')
    .innerJoin('partners', 'partners.id', 'portal_domains.partner_id')
    .leftJoin('brandings', 'brandings.partner_id', 'partners.id')
    .select([
      'portal_domains.domain',
      'partners.id as partner_id',
      'partners.name',
      'brandings.display_name',
      'brandings.accent_colour',
      'brandings.support_url',
      'brandings.support_email',
      'brandings.customer_area_url',
      'brandings.alert_links',
      ...whiteLabelColumns,
      // Not the images themselves: every page asks.
      'brandings.logo_hash',
      'brandings.dark_logo_hash',
      'brandings.favicon_hash',
    ])
    .where(sql<boolean>`portal_domains.domain = ANY(${portalDomains})`)
    .where(serves)
    .execute();
  return new Map(
    rows.map((row) => {
      const name = row.display_name ?? row.name;
      const accentColour = row.accent_colour ?? defaultAccent;
      const version = (hash: string | null) => hash && versionOf(hash);
      const branding: PortalBranding = {
        partnerId: row.partner_id,
        name,
        accentColour,
        supportUrl: row.support_url,
        supportEmail: row.support_email,
        customerAreaUrl: row.customer_area_url,
        alertLinks: row.alert_links ?? false,
        ...whiteLabelOf(row),
        versions: {
          logo: version(row.logo_hash),
          dark_logo: version(row.dark_logo_hash),
          favicon: version(row.favicon_hash) ?? drawnIcon(name, accentColour).version,
        },
      };
      return [row.domain, branding];
    }),
  );
}

/** An image that was uploaded; null without one. */
export async function imageOfPortal(
  db: SharedDatabase,
  portalDomain: string,
  kind: ImageKind,
): Promise<BrandingImage | null> {
  const row = await db
    .selectFrom('portal_domains')
    .innerJoin('brandings', 'brandings.partner_id', 'portal_domains.partner_id')
    .select([`brandings.${kind} as bytes`, `brandings.${kind}_type as type`])
    .where('portal_domains.domain', '=', portalDomain)
    .where(serves)
    .executeTakeFirst();
  return row?.bytes && row.type ? { bytes: row.bytes, type: row.type } : null;
}

/** Where the customers of the operation's partner order more; null: nowhere. A sandbox has its owner's. */
export async function orderUrl({ db, partnerId }: Operation): Promise<string | null> {
  const { rows } = await db.execute(sql<{ order_url: string | null }>`
    SELECT order_url FROM brandings
    WHERE partner_id = (SELECT coalesce(sandbox_of, id) FROM partners WHERE id = ${partnerId})`);
  return rows[0]?.order_url ?? null;
}

/** A portal's logo as reports and mails have it: PNG of at most 600 pixels and 64 KiB; null without one. */
export async function drawnLogo(
  db: SharedDatabase,
  { partnerId }: Pick<PortalBranding, 'partnerId'>,
): Promise<(BrandingImage & { readonly type: 'image/png' }) | null> {
  const row = await db
    .selectFrom('brandings')
    .select('drawn_logo')
    .where('partner_id', '=', partnerId)
    .where(isDrawn)
    .executeTakeFirst();
  return row?.drawn_logo ? { bytes: row.drawn_logo, type: 'image/png' } : null;
}

/** The branding of the operation's partner. */
export async function getBranding(operation: Operation): Promise<Branding> {
  const size = (kind: ImageKind) => sql<number | null>`octet_length(${sql.ref(kind)})`.as(`${kind}_bytes`);
  const row = await operation.db
    .selectFrom('brandings')
    .select(['display_name', 'accent_colour', 'support_url', 'support_email', 'customer_area_url', 'alert_links'])
    .select(whiteLabelColumns)
    .select(['logo_type', 'dark_logo_type', 'favicon_type'])
    .select([size('logo'), size('dark_logo'), size('favicon')])
    .select(isDrawn.as('logo_is_drawn'))
    .executeTakeFirst();
  const facts = (type: string | null | undefined, bytes: number | null | undefined) =>
    type && bytes ? { type, bytes } : null;
  return {
    displayName: row?.display_name ?? null,
    accentColour: row?.accent_colour ?? null,
    supportUrl: row?.support_url ?? null,
    supportEmail: row?.support_email ?? null,
    customerAreaUrl: row?.customer_area_url ?? null,
    alertLinks: row?.alert_links ?? false,
    ...whiteLabelOf(row),
    images: {
      logo: facts(row?.logo_type, row?.logo_bytes),
      dark_logo: facts(row?.dark_logo_type, row?.dark_logo_bytes),
      favicon: facts(row?.favicon_type, row?.favicon_bytes),
    },
    logoIsDrawn: row?.logo_is_drawn ?? false,
  };
}

/**
 * Images are drawn once, before they are taken.
 * @throws InvalidInput on logo, dark_logo, favicon; QueueFull or Problem SERVICE_BUSY when they cannot be drawn at the moment
 */
export async function changeBranding(
  operation: Operation,
  pictures: PictureDrawings,
  change: BrandingChange,
): Promise<Branding> {
  const images = await imageColumns(operation, pictures, change);
  return operation.transaction(async (tx) => {
    const columns = {
      ...(change.displayName === undefined ? {} : { display_name: change.displayName }),
      ...(change.accentColour === undefined ? {} : { accent_colour: change.accentColour }),
      ...(change.supportUrl === undefined ? {} : { support_url: change.supportUrl }),
      ...(change.supportEmail === undefined ? {} : { support_email: change.supportEmail }),
      ...(change.customerAreaUrl === undefined ? {} : { customer_area_url: change.customerAreaUrl }),
      ...(change.alertLinks === undefined ? {} : { alert_links: change.alertLinks }),
      ...whiteLabelChanges(change),
      ...images,
    };
    const updated_at = tx.clock.now();
    const nothing = {
      display_name: null,
      accent_colour: null,
      support_url: null,
      support_email: null,
      customer_area_url: null,
    };
    await tx.db
      .insertInto('brandings', { ...nothing, logo: null, logo_type: null, ...columns, updated_at })
      .onConflict((conflict) => conflict.column('partner_id').doUpdateSet({ ...columns, updated_at }))
      .execute();
    await recordFact(tx, {
      type: 'branding.changed',
      subjectId: tx.partnerId,
      details: { fields: Object.keys(columns) },
    });
    return getBranding(tx);
  });
}

/** What is undefined stays as it is. What cannot be drawn is refused for all images at once. */
async function imageColumns(operation: Operation, pictures: PictureDrawings, change: BrandingChange) {
  const columns: Partial<Insertable<BrandingsTable>> = {};
  const errors: Record<string, readonly string[]> = {};
  for (const kind of imageKinds) {
    const bytes = change[kind];
    if (bytes === undefined) continue;
    const image = bytes && checkedImage(kind, bytes);
    Object.assign(columns, { [kind]: image?.bytes ?? null, [`${kind}_type`]: image?.type ?? null });
    try {
      const drawn = image && isDrawable(image) ? await pictures.draw(operation, image) : null;
      if (kind === 'logo') Object.assign(columns, { drawn_logo: drawn, drawn_logo_of: image && hashOf(image.bytes) });
    } catch (error) {
      if (!(error instanceof PictureNotDrawn)) throw error;
      Object.assign(errors, refusedImage(kind, error.message).errors);
    }
  }
  if (Object.keys(errors).length > 0) throw new InvalidInput(errors);
  return columns;
}
