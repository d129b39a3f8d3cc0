import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import { InvalidInput } from '../../core/api/problems.ts';
import type { BrandingsTable } from '../../core/operation/tables/identity.ts';
import { faultOfPicture, pictureTypeOf } from '../../engines/pictures/picture-drawer.ts';
import { html } from '../../platform/http/html.ts';
import { legibleAccent } from './legible-accent.ts';

/** The pictures of a branding, by the names of their columns and fields. */
export const imageKinds = ['logo', 'dark_logo', 'favicon'] as const;
export type ImageKind = (typeof imageKinds)[number];

type Row = Selectable<BrandingsTable>;

export interface BrandingImage {
  readonly bytes: Buffer;
  readonly type: NonNullable<Row['favicon_type']>;
}

const maxKiB: Readonly<Record<ImageKind, number>> = { logo: 256, dark_logo: 256, favicon: 64 };

/**
 * An image by what it is, not by what it is called, and as far as its headers tell; nothing of it is decoded.
 * @throws InvalidInput on the field of its kind
 */
export function checkedImage<Kind extends ImageKind>(
  kind: Kind,
  bytes: Buffer,
): { bytes: Buffer; type: NonNullable<Row[`${Kind}_type`]> } {
  if (bytes.length > maxKiB[kind] * 1_024) throw refusedImage(kind, `must be at most ${maxKiB[kind]} KiB`);
  const type = pictureTypeOf(bytes);
  const isFavicon = kind === 'favicon';
  if (type === null || (type === 'image/x-icon' && !isFavicon))
    throw refusedImage(kind, `must be a PNG, JPEG, WebP${isFavicon ? ', ICO' : ''} or SVG image`);
  const fault = faultOfPicture({ bytes, type });
  if (fault !== null) throw refusedImage(kind, fault);
  return { bytes, type: type as NonNullable<Row[`${Kind}_type`]> };
}

/** @param fault the end of a sentence */
export function refusedImage(kind: ImageKind, fault: string): InvalidInput {
  return new InvalidInput({ [kind]: [`The ${kind} field ${fault}.`] });
}

/** As the columns of hashes have it. */
export function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** What names an image in its address: another one for other contents. */
export function versionOf(hash: string): string {
  return hash.slice(0, 16);
}

/** The icon of a portal that has uploaded none: the first letter of its name, on its colour. */
export function drawnIcon(name: string, accentColour: string): BrandingImage & { readonly version: string } {
  const { fill, on_fill: onFill } = legibleAccent(accentColour);
  const [first] = new Intl.Segmenter().segment(name.trim());
  const letter = (first?.segment ?? '').toUpperCase();
  const drawing = html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${fill}"/><text x="16" y="23" font-family="system-ui,sans-serif" font-size="20" font-weight="700" text-anchor="middle" fill="${onFill}">${letter}</text></svg>`;
  const bytes = Buffer.from(drawing.toString());
  return {
    bytes,
    type: 'image/svg+xml',
    version: versionOf(hashOf(bytes)),
  };
}
