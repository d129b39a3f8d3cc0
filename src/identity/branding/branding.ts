import { sql } from 'kysely';
import { z } from 'zod';
import { InvalidInput } from '../../core/api/problems.ts';
import { recordAudit } from '../../core/audit/record-audit.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { CrossPartnerDatabase } from '../../core/operation/partner-database.ts';
import { serves } from '../portal-domains/index.ts';
import { legibleAccent } from './legible-accent.ts';
import { logoTypeOf } from './logo-type.ts';

/** How a portal looks, as its pages need it. */
export interface PortalBranding {
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
  /** Another one after every change of the logo; null without one. */
  readonly logoVersion: string | null;
}

/** How a partner's portal looks, as its administrators set it. */
export interface Branding {
  /** Null: the partner's own name. */
  readonly displayName: string | null;
  readonly accentColour: string | null;
  readonly supportUrl: string | null;
  readonly supportEmail: string | null;
  readonly customerAreaUrl: string | null;
  readonly alertLinks: boolean;
  readonly logo: { readonly bytes: Buffer; readonly type: string } | null;
}

/** What is undefined stays as it is; null goes back to the default. */
export interface BrandingChange {
  readonly displayName?: string | null | undefined;
  readonly accentColour?: string | null | undefined;
  readonly supportUrl?: string | null | undefined;
  readonly supportEmail?: string | null | undefined;
  readonly customerAreaUrl?: string | null | undefined;
  readonly alertLinks?: boolean | undefined;
  readonly logo?: Buffer | null | undefined;
}

const defaultAccent = '#1d4ed8';
const maxLogoBytes = 256 * 1_024;

/** What a portal's pages need of a branding, as the API shows it. */
export const portalBranding = z
  .strictObject({
    name: z.string(),
    accent_colour: z.string(),
    accent: z
      .strictObject({ light: z.string(), on_light: z.string(), dark: z.string(), on_dark: z.string() })
      .meta({ description: 'The accent as it stays legible on light and on dark pages, and the text colour on it.' }),
    logo_url: z.string().nullable(),
    support_url: z.string().nullable(),
    support_email: z.string().nullable(),
    customer_area_url: z.string().nullable(),
  })
  .meta({ id: 'PortalBranding' });

/** A portal's branding as the API shows it. */
export function toPortalBranding(branding: PortalBranding): z.output<typeof portalBranding> {
  return {
    name: branding.name,
    accent_colour: branding.accentColour,
    accent: legibleAccent(branding.accentColour),
    logo_url: branding.logoVersion === null ? null : `/portal-logo?v=${branding.logoVersion}`,
    support_url: branding.supportUrl,
    support_email: branding.supportEmail,
    customer_area_url: branding.customerAreaUrl,
  };
}

/** How the portal of a host looks; null when it is nobody's. */
export async function brandingOfPortal(db: CrossPartnerDatabase, portalDomain: string): Promise<PortalBranding | null> {
  return (await brandingsOfPortals(db, [portalDomain])).get(portalDomain) ?? null;
}

/** How the portals of hosts look; those that are nobody's are left out. */
export async function brandingsOfPortals(
  db: CrossPartnerDatabase,
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
      // Not the logo itself: every page asks.
      sql<Date | null>`CASE WHEN brandings.logo IS NOT NULL THEN brandings.updated_at END`.as('logo_changed_at'),
    ])
    .where(sql<boolean>`portal_domains.domain = ANY(${portalDomains})`)
    .where(serves)
    .execute();
  return new Map(
    rows.map((row) => [
      row.domain,
      {
        partnerId: row.partner_id,
        name: row.display_name ?? row.name,
        accentColour: row.accent_colour ?? defaultAccent,
        supportUrl: row.support_url,
        supportEmail: row.support_email,
        customerAreaUrl: row.customer_area_url,
        alertLinks: row.alert_links ?? false,
        logoVersion: row.logo_changed_at?.getTime().toString(36) ?? null,
      },
    ]),
  );
}

export async function logoOfPortal(
  db: CrossPartnerDatabase,
  portalDomain: string,
): Promise<{ bytes: Buffer; type: string } | null> {
  const row = await db
    .selectFrom('portal_domains')
    .innerJoin('brandings', 'brandings.partner_id', 'portal_domains.partner_id')
    .select(['brandings.logo', 'brandings.logo_type'])
    .where('portal_domains.domain', '=', portalDomain)
    .where(serves)
    .executeTakeFirst();
  return row?.logo && row.logo_type ? { bytes: row.logo, type: row.logo_type } : null;
}

/** The branding of the operation's partner. */
export async function getBranding(operation: Operation): Promise<Branding> {
  const row = await operation.db.selectFrom('brandings').selectAll().executeTakeFirst();
  return {
    displayName: row?.display_name ?? null,
    accentColour: row?.accent_colour ?? null,
    supportUrl: row?.support_url ?? null,
    supportEmail: row?.support_email ?? null,
    customerAreaUrl: row?.customer_area_url ?? null,
    alertLinks: row?.alert_links ?? false,
    logo: row?.logo && row.logo_type ? { bytes: row.logo, type: row.logo_type } : null,
  };
}

/** @throws InvalidInput on logo */
export async function changeBranding(operation: Operation, change: BrandingChange): Promise<Branding> {
  const logo = change.logo ? checkedLogo(change.logo) : change.logo;
  return operation.transaction(async (tx) => {
    const columns = {
      ...(change.displayName === undefined ? {} : { display_name: change.displayName }),
      ...(change.accentColour === undefined ? {} : { accent_colour: change.accentColour }),
      ...(change.supportUrl === undefined ? {} : { support_url: change.supportUrl }),
      ...(change.supportEmail === undefined ? {} : { support_email: change.supportEmail }),
      ...(change.customerAreaUrl === undefined ? {} : { customer_area_url: change.customerAreaUrl }),
      ...(change.alertLinks === undefined ? {} : { alert_links: change.alertLinks }),
      ...(logo === undefined ? {} : { logo: logo?.bytes ?? null, logo_type: logo?.type ?? null }),
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
    await recordAudit(tx, {
      action: 'branding.changed',
      subjectId: tx.partnerId,
      details: { fields: Object.keys(columns) },
    });
    return getBranding(tx);
  });
}

/** @throws InvalidInput on logo */
export function checkedLogo(bytes: Buffer) {
  const refuse = (sentence: string) => new InvalidInput({ logo: [`The logo field ${sentence}.`] });
  if (bytes.length > maxLogoBytes) throw refuse('must be at most 256 KiB');
  const type = logoTypeOf(bytes);
  if (type === null) throw refuse('must be a PNG, JPEG, WebP or SVG image; an SVG without script or entities');
  return { bytes, type };
}
