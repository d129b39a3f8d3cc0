import type { Portal } from '../api/session.ts';

/** What is seen of a brand; a preview has it without a portal. */
export type BrandLook = Pick<Portal, 'name' | 'logo_url' | 'dark_logo_url' | 'hide_name'>;

/**
 * Whose portal it is: the logo of the theme, and the name unless the logo says it. The name goes below a logo that leaves it too
 * little room; a word that no line can hold ends in dots rather than in its middle.
 */
export function Brand({ portal }: { portal: BrandLook }) {
  const { name, logo_url: logo, hide_name: hidesName } = portal;
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1">
      {logo && <Logo portal={portal} className={hidesName ? 'max-w-44' : 'max-w-28'} />}
      {!(logo && hidesName) && (
        <span title={name} className="max-w-full overflow-hidden text-ellipsis">
          {name}
        </span>
      )}
    </span>
  );
}

/** @param className its room, 32 pixels high */
function Logo({ portal, className }: { portal: BrandLook; className: string }) {
  const { name, logo_url: logo, dark_logo_url: dark, hide_name: hidesName } = portal;
  const alt = hidesName ? name : '';
  const look = `h-8 w-auto object-contain object-left ${className}`;
  if (!logo) return null;
  if (!dark) return <img alt={alt} loading="lazy" src={logo} className={look} />;
  return (
    <>
      <img alt={alt} loading="lazy" src={logo} className={`${look} dark:hidden`} />
      <img alt={alt} loading="lazy" src={dark} className={`${look} hidden dark:block`} />
    </>
  );
}

/** What the portal is called in the title of a page. */
export function titleOf({ name, product_name: product }: Pick<Portal, 'name' | 'product_name'>): string {
  return product ?? name;
}
