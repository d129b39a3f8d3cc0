export {
  /** What is to be told of a cause. */
  type Telling,
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
  /** What of these alerts a subject does not know yet, the most severe first. */
  untold,
} from './told-record.ts';
