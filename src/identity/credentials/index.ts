export {
  /** A condition: whether the link that a mail carries to an alert may be opened, and a session by it goes on. */
  alertLinkHolds,
  /** How long after its mail was made a link in it opens its alert. */
  alertLinkSeconds,
} from './alert-links.ts';
export {
  /** What may be shown of a key. */
  displayPrefix,
  /** A new API key. */
  generateApiKey,
} from './api-key.ts';
export {
  /** A condition: of which partner `p` the partner `world` of a session is, itself or its sandbox, which is switched on. */
  isAccountOfWorld,
  /** A session that was not used for so long has ended, however much of its time is left. */
  sessionIdleSeconds,
} from './authenticate.ts';
export {
  /** A condition: whether the partner's administrators must have a second factor. */
  demandsSecondFactor,
  /** A condition: whether the administrator has a second factor. */
  hasSecondFactor,
} from './second-factors.ts';
