/**
 * - `address_excluded`: the address may not be scanned any more.
 * - `unprobed`: ports were left unprobed, and those that were asked answered nothing.
 * - `host_unreachable`: a host that had open ports answers nothing.
 * - `uplink_down`: our own network is in doubt, so that silence says nothing of the host.
 */
export type InconclusiveReason = 'address_excluded' | 'unprobed' | 'host_unreachable' | 'uplink_down';

/** A scan that ended without evidence: it resolves nothing and raises nothing (decisions §6.5). */
export class InconclusiveScan extends Error {
  override readonly name = 'InconclusiveScan';
  readonly reason: InconclusiveReason;

  /** The message is what the scan's history shows: `reason: sentence`. */
  constructor(reason: InconclusiveReason, sentence: string) {
    super(`${reason}: ${sentence}`);
    this.reason = reason;
  }
}
