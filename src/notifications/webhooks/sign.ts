import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';
const secretBytes = 32;

/** A secret as receivers are given it (Standard Webhooks 1.0.0): standard base64 with padding, which every library reads. */
export function newSecret(): string {
  return `${prefix}${randomBytes(secretBytes).toString('base64')}`;
}

/** What of a request is signed. */
export interface SignedMessage {
  /** Of the event. */
  readonly id: string;
  /** Of the attempt, in whole seconds since 1970. */
  readonly timestamp: number;
  /** The very bytes that are sent. */
  readonly body: Buffer;
}

/** The header webhook-signature: one signature for each secret, separated by blanks. @param secrets `whsec_…` */
export function signatureHeader(secrets: readonly string[], message: SignedMessage): string {
  return secrets.map((secret) => `v1,${signature(secret, message)}`).join(' ');
}

function signature(secret: string, { id, timestamp, body }: SignedMessage): string {
  const key = Buffer.from(secret.slice(prefix.length), 'base64');
  return createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64');
}
