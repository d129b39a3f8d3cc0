/**
 * Why a line could not be read. Lines are reported by number and reason, never by their text: a broken line can hold a secret.
 * The order is the order in which reports show them, and what the threads count by.
 */
export const rejectReasons = [
  'blank',
  'too_long',
  'no_mail_address',
  'no_login_site',
  'no_login',
  'no_secret',
  'malformed_csv',
  'malformed_json',
  'no_credential',
] as const;

export type RejectReason = (typeof rejectReasons)[number];

/** What a parser answers for a line that it has read. */
export const accepted = -1;

/** A line's fate: `accepted`, or the index of a reason in `rejectReasons`. */
export type Verdict = number;

const indexes = Object.fromEntries(rejectReasons.map((reason, index) => [reason, index]));

export const rejected = indexes as Readonly<Record<RejectReason, Verdict>>;
