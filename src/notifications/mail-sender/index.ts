export {
  /** When the sender became the one that it is, and when a test mail of it was seen. */
  lastTest,
} from './last-test.ts';
export {
  /** The address of the partner's own, while its records are proved; null: mail comes from the operator's. */
  provedSender,
} from './proved-sender.ts';
export {
  /** Private keys of senders, sealed. */
  type SenderKeys,
} from './sender-keys.ts';
