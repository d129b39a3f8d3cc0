/**
 * The time, passed in so that tests can move it. Nothing else in the service reads the machine's clock for a decision.
 */
export interface Clock {
  now(): Date;
  /** Milliseconds by which a test set the time ahead: 0 in production. Lets SQL shift the database's clock alike. */
  readonly offsetMs: number;
  /** Has it told when a test moved the time: who sleeps until something is due looks again. */
  onMoved?(listener: () => void): void;
  /** False while the machine's own clock is wrong and another one counts in its place. Absent: it is right. */
  readonly isMachineRight?: boolean;
}

export const systemClock: Clock = { now: () => new Date(), offsetMs: 0 };
