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
  decideTelling,
  /** What is to be told of a cause. */
  type Telling,
  /** What somebody was told last of a cause. */
  type Told,
  /** What somebody knows when they were told something. */
  toldAfter,
} from './decide-telling.ts';
export {
  /** Forgets that a subject was told of these alerts, by a message that was not read. */
  forgetTellings,
  /** Forgets what a subject was told, in its own transaction's cause. */
  forgetTold,
  /** Remembers that a subject was told this by a message. */
  rememberTold,
  /** Something to tell, with what is to be remembered then. */
  type Tell,
  /** Which of these alerts a subject was told to be over. */
  toldToBeOver,
  /** What of these alerts a subject does not know yet, the most severe first. */
  untold,
} from './told-record.ts';
