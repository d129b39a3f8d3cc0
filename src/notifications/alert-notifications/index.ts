export {
  /** An alert changed, and nobody was told yet. */
  type AlertChange,
  /** Who is told of alerts: addresses of mail, or chats and pagers. */
  type AlertListener,
} from './alert-inbox.ts';
export {
  /** A row of `alerts`, with when the one before it ended, as a decision takes it. */
  alertNowOf,
  /** When the alert before one ended that had the same cause, in SQL. */
  previousEndOf,
} from './alerts-now.ts';
export {
  /** What is to be told of a cause: the one rule of mail, chats and pagers. */
  decideNotification,
  /** What somebody was told last of a cause. */
  type KnownState,
  /** What somebody knows when they were told something. */
  knownAfter,
  /** What is to be told of a cause. */
  type NotificationReason,
} from './decide-notification.ts';
export {
  /** Alerts in the words of their kinds, in a language. */
  describeAlerts,
} from './describe-alerts.ts';
export {
  /** What one reader was told, another one knows who is the same person from now on. */
  joinKnownStates,
} from './hand-over-known-states.ts';
export {
  /** Something to tell, with what is to be remembered then. */
  type AlertNotification,
  /** What of these alerts a subject does not know yet, the most severe first. */
  findNotifications,
  /** Forgets what a subject was told, in its own transaction's cause. */
  forgetKnownStates,
  /** Forgets that a subject was told of these alerts, by a message that was not read. */
  forgetNotified,
  /** Which of these alerts a subject was told to be over. */
  knownToBeOver,
  /** Remembers that a subject was told this by a message. */
  recordNotified,
} from './known-states.ts';
