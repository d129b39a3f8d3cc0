export {
  /** How a partner's portal looks, as its administrators set it. */
  type Branding,
  /** How the portal of a host looks; null when it is nobody's. */
  brandingOfPortal,
  /** @throws InvalidInput on logo. */
  changeBranding,
  /** @throws InvalidInput on logo. */
  checkedLogo,
  /** The branding of the operation's partner. */
  getBranding,
  /** The picture that a portal shows as its logo; null without one. */
  logoOfPortal,
  /** How a portal looks, as its pages need it. */
  type PortalBranding,
  /** What a portal's pages need of a branding, as the API shows it. */
  portalBranding,
  /** A portal's branding as the API shows it. */
  toPortalBranding,
} from './branding.ts';
export {
  /** A partner's colour as it can be read. */
  legibleAccent,
} from './legible-accent.ts';
export {
  /** For a token that is used, expired, another portal's or none. */
  expiredLink,
  /** For a path that leads nowhere. */
  noSuchPage,
  /** A page in the partner's name. */
  type Page,
  /** A whole HTML document. */
  renderPage,
} from './page.ts';
export {
  /** How the portals of all hosts look, for pages that anybody may ask for at any pace. */
  type PortalFaces,
} from './portal-faces.ts';
