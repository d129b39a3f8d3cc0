/** One way to make the service of a UDP port speak. Given to the scanner by whoever knows the protocols. */
export interface UdpProbe {
  /** An ordinary client's first datagram: it changes nothing, and the answer to it is short. */
  request(target: { readonly address: string; readonly port: number }): Uint8Array;
  /** The protocol answers from another port of the same address than the one that was asked, as TFTP does (RFC 1350, section 4). */
  readonly answersFromAnyPort?: boolean | undefined;
}
