import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import { InvalidInput } from '../../core/api/problems.ts';
import type { BrandingsTable } from '../../core/operation/tables/identity.ts';
import { html } from '../../platform/http/html.ts';
import { legibleAccent } from './legible-accent.ts';
import { isIcon, logoTypeOf } from './logo-type.ts';

/** The pictures of a branding, by the names of their columns and fields. */
export const imageKinds = ['logo', 'dark_logo', 'favicon'] as const;
export type ImageKind = (typeof imageKinds)[number];

type Row = Selectable<BrandingsTable>;

export interface BrandingImage {
  readonly bytes: Buffer;
  readonly type: NonNullable<Row['favicon_type']>;
}

const maxKiB: Readonly<Record<ImageKind, number>> = { logo: 256, dark_logo: 256, favicon: 64 };

/** What mail programs show; others leave a hole. */
const mailTypes: ReadonlySet<string> = new Set(['image/png', 'image/jpeg']);
/** It travels with every mail. */
export const maxMailBytes = 65_536;

/**
 * An image by what it is, not by what it is called.
 * @throws InvalidInput on the field of its kind
 */
export function checkedImage<Kind extends ImageKind>(
  kind: Kind,
  bytes: Buffer,
): { bytes: Buffer; type: NonNullable<Row[`${Kind}_type`]> } {
  const refuse = (sentence: string) => new InvalidInput({ [kind]: [`The ${kind} field ${sentence}.`] });
  if (bytes.length > maxKiB[kind] * 1_024) throw refuse(`must be at most ${maxKiB[kind]} KiB`);
  const isFavicon = kind === 'favicon';
  const type = isFavicon && isIcon(bytes) ? ('image/x-icon' as const) : logoTypeOf(bytes);
  if (type === null)
    throw refuse(
      `must be a PNG, JPEG, WebP${isFavicon ? ', ICO' : ''} or SVG image; an SVG without script or entities`,
    );
  return { bytes, type: type as NonNullable<Row[`${Kind}_type`]> };
}

/** Whether mails show a logo: most mail programs know no SVG or WebP, and it travels with each mail. */
export function isForMails({ type, bytes }: { readonly type: string; readonly bytes: number }): boolean {
  return mailTypes.has(type) && bytes <= maxMailBytes;
}

/** What names an image in its address: another one for other contents. */
export function versionOf(hash: string): string {
  return hash.slice(0, 16);
}

/** The icon of a portal that has uploaded none: the first letter of its name, on its colour. */
export function drawnIcon(name: string, accentColour: string): BrandingImage & { readonly version: string } {
  const { light, on_light: onLight } = legibleAccent(accentColour);
  const [first] = new Intl.Segmenter().segment(name.trim());
  const letter = (first?.segment ?? '').toUpperCase();
  const drawing = html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${light}"/><text x="16" y="23" font-family="system-ui,sans-serif" font-size="20" font-weight="700" text-anchor="middle" fill="${onLight}">${letter}</text></svg>`;
  const bytes = Buffer.from(drawing.toString());
  return {
    bytes,
    type: 'image/svg+xml',
    version: versionOf(createHash('sha256').update(bytes).digest('hex')),
  };
}
