export {
  /** Attempts in a minute, right or wrong, from devices that are new to the account. */
  attemptsPerMinute,
  /** Wrong codes and passkeys after a right password. */
  codeSlowDown,
  /** Whom a wrong code, or a wrong passkey after a right password, is held against. */
  codeSubject,
  /** Counts an attempt at a passkey before it is looked at. */
  countPasskeyAttempt,
  /** Counts an attempt at a password before it is looked at. */
  countPasswordAttempt,
  /** The passkey was right. */
  forgetPasskeyAttempt,
  /** The password was right. */
  forgetPasswordAttempt,
  /**
   * Whether a refusal is the first of its minute for an account and a client, of which the audit log has one
   * entry.
   */
  isFirstRefusal,
  /** Mails to an address that anybody can have sent. */
  mailSlowDown,
  /**
   * Wrong passwords of one network or one device for an account, and wrong passwords and codes within a session.
   */
  passwordSlowDown,
  /** Whom a wrong password or code is held against that was asked for within a session. */
  sessionSubject,
  /** An account that somebody tries to sign in to, whether there is one or not. */
  type TriedAccount,
  /** Whatever was tried at the account before, it starts anew. */
  unlockAccount,
  /** The same of wrong passwords alone. */
  unlockPassword,
} from './attempt-limits.ts';
export {
  /** Counts an attempt as a failure before it is looked at, so that of many at once no more than allowed are. */
  countAttempt,
  /** Drops what has been forgotten. */
  dropOldFailures,
  /** Takes back what was counted against the subjects. */
  forgetFailures,
} from './failed-attempts.ts';
export {
  /** Makes the browser a known device, within the caller's transaction. */
  addDevice,
  /** Drops devices that were not used for long. */
  dropOldDevices,
  /** The device of the administrator among those whose secrets the browser sends; undefined. */
  findDevice,
  /**
   * Makes all devices of an administrator new again, but those with these secrets, within the caller's
   * transaction.
   */
  forgetDevices,
  /**
   * Browsers in which an administrator has signed in on a portal domain, by a secret in a cookie of which the hash
   * is kept ("device cookies" of OWASP).
   */
  type KnownDevice,
  /** Notes that the administrator signed in from the device, within the caller's transaction. */
  useDevice,
} from './known-devices.ts';
