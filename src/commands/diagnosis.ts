/** One thing that was looked at. `warn`: the service works without it, with less. */
export interface Diagnosis {
  readonly check: string;
  readonly state: 'ok' | 'warn' | 'fail';
  readonly detail: string;
  /** What to do about it, unless it is ok or the detail says so. */
  readonly cure?: string;
}
