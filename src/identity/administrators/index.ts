export {
  /** Lets the person in who was invited, with the password that they chose. */
  acceptInvitation,
} from './accept-invitation.ts';
export {
  /** The tokens in links that let people in. */
  AccessLinks,
  /** Where those links lead. */
  accessPaths,
} from './access-links.ts';
export {
  /** One of a partner's own people. */
  type Administrator,
} from './administrator-record.ts';
export {
  /** What signing in, and what administrators change of it, needs besides the database. */
  type AdministratorTools,
} from './administrator-tools.ts';
export {
  /**
   * Checks e-mail address, password and second factor, and lets the administrator in by `admit`, in the
   * transaction that used the code up.
   */
  authenticateAdministrator,
  /** The same by a passkey alone. */
  authenticateByPasskey,
  /** What an administrator signs in with. */
  type Credentials,
  /** What a passkey has to sign for that. */
  passkeySignInOptions,
  /** A browser at a portal. */
  type Visit,
} from './authenticate-administrator.ts';
export {
  /** Sets in which language an administrator reads the console and gets mail. */
  chooseAdministratorLanguage,
} from './choose-administrator-language.ts';
export {
  /** Lets one of the partner's own people sign in to the portal. */
  createAdministrator,
} from './create-administrator.ts';
export {
  /** The invitation of a link; undefined for one that was used, taken back or replaced, has expired, or is none. */
  findInvitation,
} from './invitations.ts';
export {
  /** A password that is good enough and can be typed. */
  newPassword,
} from './new-password.ts';
export {
  /** What a passkey signed. */
  type Assertion,
} from './passkey-ceremony.ts';
export {
  /** A passkey's signature, as browsers send it. */
  assertionField,
  /** What a browser makes or uses a passkey by. */
  ceremonyOptions,
} from './passkey-routes.ts';
export {
  /** Sets the password that the reader of the mail chose. */
  completePasswordReset,
  /** Whose password a link sets; undefined for one that was used, is void, has expired, or is none. */
  findPasswordReset,
  /** Has a link mailed by which another password can be chosen. */
  requestPasswordReset,
} from './password-reset.ts';
export {
  /** Whoever demands a second factor of everybody must have one, too. */
  requireOwnFactor,
} from './second-factor-demand.ts';
