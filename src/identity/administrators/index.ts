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
  /** What an administrator signs in with. */
  type Credentials,
  /** A browser at a portal. */
  type Visit,
} from './authenticate-administrator.ts';
export {
  /** Lets one of the partner's own people sign in to the portal. */
  createAdministrator,
} from './create-administrator.ts';
export {
  /** A password that is good enough and can be typed. */
  newPassword,
} from './new-password.ts';
