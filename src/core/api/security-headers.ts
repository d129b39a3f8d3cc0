export const strictContentSecurity = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'", 'data:'],
  fontSrc: ["'self'"],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  frameAncestors: ["'none'"],
  formAction: ["'self'"],
  // Evaluation mode speaks plain HTTP; a proxy that terminates TLS redirects by itself.
  upgradeInsecureRequests: null,
};

/** What the portal never asks a browser for, and so nothing that got into a page may. */
export const permissionsPolicy = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .join(', ');

/** Below which files stand whose names change with their contents: scripts, styles and typefaces, of which none is a page. */
export const immutableFiles = '/assets/';
