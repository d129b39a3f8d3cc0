import type { BrandingsTable } from '../../core/operation/tables/identity.ts';

type LogoType = NonNullable<BrandingsTable['logo_type']>;

/** By what the file is, not by what it is called; null for everything that is no logo. */
export function logoTypeOf(bytes: Buffer): LogoType | null {
  const starts = (signature: string, offset = 0) =>
    bytes.subarray(offset, offset + signature.length).equals(Buffer.from(signature, 'latin1'));
  if (starts('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (starts('\xff\xd8\xff')) return 'image/jpeg';
  if (starts('RIFF') && starts('WEBP', 8)) return 'image/webp';
  return isSvg(bytes) ? 'image/svg+xml' : null;
}

/** The format of Windows icons, which browsers have always taken for this. */
export function isIcon(bytes: Buffer): boolean {
  return bytes.subarray(0, 4).equals(Buffer.from('00000100', 'hex'));
}

/** With what drawing programs put before it: a declaration, comments, and a document type without definitions of its own. */
const beginningOfSvg = /^\uFEFF?\s*(?:(?:<\?xml[^>]*>|<!--(?:(?!-->)[\s\S])*-->|<!DOCTYPE svg[^>[]*>)\s*)*<svg[\s>]/;
const activeSvg = /<(?:\w+:)?(?:script|foreignObject|iframe|embed|object)|[\s/'"]on\w+\s*=|javascript:|<!ENTITY/i;

/** Drawings only: it is shown as an image, under a policy that runs no script, and one with script is refused all the same. */
function isSvg(bytes: Buffer): boolean {
  const text = bytes.toString('utf8');
  return beginningOfSvg.test(text) && !activeSvg.test(text);
}
