export {
  /** The address of the partner's own, while its records are proved; null: mail comes from the operator's. */
  provedSender,
} from './proved-sender.ts';
export {
  /** Private keys of senders, sealed. */
  type SenderKeys,
} from './sender-keys.ts';
