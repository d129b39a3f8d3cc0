import type { Severity } from '../ui/severity.tsx';
import type { AlertFilter, AlertStatus, Protocol } from './data.ts';

/** What the address says about the list of alerts; `all` is not the same as nothing, which means the open ones that need action. */
export interface AlertSearch {
  readonly status?: AlertStatus | 'all';
  readonly severity?: Severity | 'all';
  readonly server?: string;
  readonly protocol?: Protocol;
  readonly port?: number;
  /** An alert: those with the same fault. */
  readonly alike?: string;
}

export function alertFilterOf({ status = 'open', severity, server, protocol, port, alike }: AlertSearch): AlertFilter {
  const isNarrow = [severity, server, port, alike].some((value) => value !== undefined);
  const withoutNotes = status === 'open' && !isNarrow;
  return {
    status: status === 'all' ? undefined : status,
    severity: severity === 'all' ? undefined : severity,
    min_severity: withoutNotes ? 'medium' : undefined,
    endpoint_id: server,
    protocol,
    port,
    alike,
  };
}

export const leakViews = ['alerts', 'credentials', 'dark-web'] as const;
export type LeakView = (typeof leakViews)[number];

/** Nothing said of the status means the open ones. */
export interface LeakSearch {
  readonly view?: LeakView;
  readonly status?: AlertStatus | 'all';
  readonly severity?: Severity;
  readonly domain?: string;
}
