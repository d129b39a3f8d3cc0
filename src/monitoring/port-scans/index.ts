export {
  /**
   * What a completed scan means for its endpoint, in the caller's transaction and behind the endpoint's row lock.
   */
  writeScanResult,
} from './apply-scan-result.ts';
export {
  /** Records a scan by hand that runs at once, without a job. */
  beginScan,
} from './begin-scan.ts';
export {
  /** Cancels the scan of an endpoint that is pending or running, if any. */
  cancelScan,
} from './cancel-scan.ts';
export {
  /** For the customer, in plain English. */
  explainCondition,
} from './endpoint-condition.ts';
export {
  /** What finds out about one endpoint. */
  type EndpointScanner,
  /** What a completed scan tells of an endpoint. */
  type ScanResult,
} from './endpoint-scanner.ts';
export {
  /** Deletes all scans of the account. */
  forgetScans,
} from './forget-scans.ts';
export {
  /** Whatever is open of an endpoint. */
  anyPort,
  /** Brings scheduled scans nearer of the endpoints whose last scan saw any of the ports open, as the cooldown allows. */
  hurryScans,
} from './hurry-scans.ts';
export {
  /** A completed scan that told something of a server's ports. */
  type LookedScan,
  /** The last one of an endpoint; null: none is known. */
  lastLook,
} from './last-look.ts';
export {
  /** The last completed scan of an endpoint and what it changed. */
  type LatestScan,
  /**
   * The last completed scan of an endpoint and how it differs from the one before (decisions §2.12); null before
   * the first.
   */
  latestScan,
} from './latest-scan.ts';
export {
  /** Whether the last scan that judged the port saw it open. */
  isPortOpen,
  /** A port that a scan saw open, and who answered there. */
  type OpenPort,
  /** The intervals that are open now, ascending by protocol and port. */
  openObservations,
} from './observations.ts';
export {
  /** Who may scan by hand what, and how often. */
  type ManualScanPolicy,
  /** Queues a scan that a person asked for. */
  requestManualScan,
} from './request-manual-scan.ts';
export {
  /** One page of an endpoint's scans, newest first. */
  listScans,
  /** A scan, as stored. */
  type ScanRecord,
} from './scan-reads.ts';
export {
  /** How a scan can stand, as the API tells it. */
  scanStatuses,
  /** That of one. */
  scanStatusOf,
} from './scan-view.ts';
export {
  /** Which service answers on a port, as the API shows it wherever it does. */
  seenServiceFields,
  /** A program that has a part in it. */
  serviceComponent,
  toSeenService,
} from './service-view.ts';
export {
  /** Takes the endpoints of networks off the schedule, whoever they belong to, and cancels their scans. */
  withdrawFromSchedule,
} from './withdraw-from-schedule.ts';
