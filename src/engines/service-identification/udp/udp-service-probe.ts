import type { Recognition } from '../recogniser.ts';

/**
 * How the service of a UDP port is made to speak, and how its answer is read. A request is harmless: it changes nothing,
 * carries no credentials, not even well-known ones, and is what an ordinary client of the protocol sends first. Where the protocol
 * leaves a choice, it is the one with the shortest answer.
 */
export interface UdpServiceProbe {
  readonly service: string;
  request(target: { readonly address: string; readonly port: number }): Uint8Array;
  /** The protocol answers from another port than the one that was asked. */
  readonly answersFromAnyPort?: boolean | undefined;
  /** Reads an answer to this very request; null when it is no such answer. Takes any bytes whatever without throwing. */
  recognise(answer: Buffer): Recognition | null;
}

/** What marks requests as ours where the protocol has a field for it; answers repeat it. */
export const TRANSACTION_ID = 0x6277;

/** Bytes written in hexadecimal, spaces ignored. */
export function hex(text: string): Buffer {
  return Buffer.from(text.replaceAll(/\s/g, ''), 'hex');
}
