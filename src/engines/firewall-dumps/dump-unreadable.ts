/** It is a firewall's, but broken, or of two firewalls of which a server has one: nothing is said about any of its ports. */
export class DumpUnreadable extends Error {
  override readonly name = 'DumpUnreadable';

  /** @param reason for people, a whole sentence: what is wrong, and what to paste */
  constructor(reason: string) {
    super(reason);
  }
}
