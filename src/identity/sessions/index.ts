export {
  /** How long a link in a mail shows its alert, each time that it is opened. */
  alertSessionSeconds,
  /** The link that a mail carries to an alert, and the browser that follows it. */
  type FollowedLink,
  /** Whether the link can be opened in that browser: it holds, and no other browser has opened it. */
  isAlertLinkOpen,
  /** Opens the session of a link in a mail, within the caller's transaction; null: it cannot be. */
  openAlertSession,
} from './alert-sessions.ts';
export {
  /** Ends everything that signs customers of a sandbox in, within the caller's transaction. */
  forgetSignIns,
} from './forget-sign-ins.ts';
export {
  /** A one-time token, shown this once. */
  type IssuedToken,
  /** Makes a one-time token that opens a session of a customer on a portal domain. */
  issueToken,
  /** How long a click-through may take. */
  tokenSeconds,
} from './issue-token.ts';
export {
  /** Which of these sessions would still be admitted, in one statement; it counts as no use of them. */
  lastingSessions,
} from './lasting-sessions.ts';
export {
  /** @throws Problem SESSION_NOT_FOUND when it is not the administrator's. */
  endAdministratorSession,
  /** Signs a customer out everywhere, links that were not clicked yet included. */
  endCustomerSessions,
  /** Ends all sessions of an administrator but one, within the caller's transaction. */
  endOtherSessions,
  /** Ends the session of a browser; none is no error. */
  endSession,
  /** Ends all sessions of an administrator, within the caller's transaction. */
  endSessionsOf,
  /** Where an administrator is signed in, newest first. */
  listAdministratorSessions,
  /** Notes that the administrator of a session has shown password or code just now, within the caller's transaction. */
  noteStepUp,
  /** Signs an administrator in on a portal domain, within the caller's transaction. */
  openAdministratorSession,
  /** Redeems a token on the portal domain it was minted for. */
  redeemToken,
  /** A session ends with the working day, whatever happens. */
  sessionSeconds,
  /** Null when nobody is signed in on the portal domain, or the partner is suspended. */
  signedInAs,
} from './sessions.ts';
export {
  /** Gives an administrator, who looked at a customer's portal, the session back. */
  endView,
  /** Turns an administrator's session into a read-only view of a customer's portal. */
  viewCustomer,
} from './view-customer.ts';
