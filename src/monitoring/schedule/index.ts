export {
  /** What a wrong clock put further ahead than any schedule does. */
  misscheduled,
} from './misscheduled.ts';
export {
  /** Share of the interval by which a scan may come early or late. */
  jitter,
  /**
   * An interval after the time that was due, so that the phase stays; one that is very late starts a new phase
   * from now.
   */
  nextScanTime,
} from './next-scan-time.ts';
export {
  /** Takes the tick for this node, in the caller's transaction, and says how many scans it may queue. */
  takeTick,
} from './take-tick.ts';
