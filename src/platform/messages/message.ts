/** The messages that the server shows; the portal's are compiled into it. A test looks whether there are those that the code names. */
export type MessageKey =
  `${'mail' | 'alert' | 'page' | 'channel' | 'report' | 'leak' | 'look' | 'firewall' | 'version'}.${string}`;

export type MessageValues = Readonly<Record<string, string | number>>;

/** The messages of one language. What a value says is never taken for a part of the message. */
export interface Messages {
  /** BCP 47. */
  readonly language: string;
  (key: MessageKey, values?: MessageValues): string;
  /** Whether there is such a message: for names that come from elsewhere. */
  readonly has: (key: MessageKey) => boolean;
}
