export {
  /** Whether a customer is safe, as far as was looked. */
  type MonitoringSummary,
  /** The same of a billing client id; zeros for one that the account does not have. */
  summariseMonitoring,
} from './summarise-monitoring.ts';
