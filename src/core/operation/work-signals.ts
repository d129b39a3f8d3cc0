import type { QueueDeclaration } from '../../platform/jobs/job-queue.ts';

/** What whoever works is told of besides jobs: see Signals. */
export type WorkSignal =
  /** Scans were cancelled, or will not be wanted. */
  | 'cancelled'
  /** Networks were excluded from scanning, or are no longer. */
  | 'exclusions'
  /** Events were committed. */
  | 'events'
  /** Deliveries were queued. */
  | 'webhooks'
  /** Alerts changed, of which somebody may have to hear. */
  | 'alerts'
  /** Mails were written, or an address has another time. */
  | 'mail'
  /** Channels have something to be told, or another state. */
  | 'channels'
  /** A worker joined, left, or takes another part of the pace. */
  | 'workers'
  /** Endpoints, or domains, are due earlier than before. */
  | 'endpoint-due'
  | 'domain-due';

/** Tells whoever works that there may be something to do: of a kind, or in a queue. After the commit. */
export interface WorkSignals {
  announce(signal: string): void;
}

export function nameOf(signal: WorkSignal | Pick<QueueDeclaration, 'name'>): string {
  return typeof signal === 'string' ? signal : signal.name;
}
