export {
  /** How a partner's portal looks, as its administrators set it. */
  type Branding,
  /** How the portal of a host looks; null when it is nobody's. */
  brandingOfPortal,
  /** @throws InvalidInput on logo, dark_logo, favicon; QueueFull or Problem SERVICE_BUSY. */
  changeBranding,
  /** A portal's logo as reports and mails have it, PNG of at most 600 pixels and 64 KiB; null without one. */
  drawnLogo,
  /** The branding of the operation's partner. */
  getBranding,
  /** Where the customers of the operation's partner order more; null: nowhere. */
  orderUrl,
  /** How a portal looks, as its pages need it. */
  type PortalBranding,
  /** What a portal's pages need of a branding, as the API shows it. */
  portalBranding,
  /** A portal's branding as the API shows it. */
  toPortalBranding,
} from './branding.ts';
export {
  /** @throws InvalidInput on the field of its kind. */
  checkedImage,
} from './branding-images.ts';
export {
  /** The link to a partner's customer area from where its customers are to come back to a path on the portal. */
  customerAreaLink,
} from './customer-area.ts';
export {
  /** What the law wants of whoever runs a site, where the partner has told it. */
  legalLinks,
} from './legal-links.ts';
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
  type PageContent,
  /** Title and icon of a page whose application has not said more yet. */
  portalHead,
  /** A whole HTML document. */
  renderPage,
} from './page.ts';
export {
  /** Draws pictures of all accounts by turns, each in a process of its own. */
  type PictureDrawings,
} from './picture-drawings.ts';
export {
  /** How the portals of all hosts look, for pages that anybody may ask for at any pace. */
  type PortalFaces,
} from './portal-faces.ts';
export {
  /** The same as the partner set it. */
  toWhiteLabelSettings,
  /** What a request that sets it comes to. */
  whiteLabelFrom,
  /** The fields of a request that sets it. */
  whiteLabelInput,
  /** What a partner set of it, as the API shows it. */
  whiteLabelSettingsShape,
} from './white-label.ts';
