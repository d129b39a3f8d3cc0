import type { DarkWebFindingsTable, LeakedCredentialsTable } from '../../core/operation/tables/monitoring.ts';
import type { AlertRecord } from '../alerts/index.ts';

export const leakKindNames = ['leaked_credentials', 'dark_web'] as const;
export type LeakKindName = (typeof leakKindNames)[number];

/** What the kinds' findings are called. */
export const findingTypes = { leaked_credentials: 'leaked_credential', dark_web: 'dark_web' } as const;

/** What the findings behind an alert have in common and add up to, as stored. Never an identity. */
export interface LeakEvidence {
  /** The name that was looked for: the record may have another one by now. */
  domain: string;
  kind: LeakedCredentialsTable['kind'] | DarkWebFindingsTable['kind'];
  findings: number;
  /** Different people, those that are only counted included. */
  identities: number;
  own_mailboxes: number;
  clear_text_secrets: number;
  secrets: number;
  exact_matches: number;
  breach_name: string | null;
  actor: string | null;
  data_classes: string[];
  malware_families: string[];
  login_sites: string[];
  titles: string[];
  sources: string[];
  occurred_from: string | null;
  occurred_to: string | null;
}

export type LeakAlertStatus = 'open' | 'acknowledged' | 'resolved';
/** `cause_ended`: the operator withdrew what it was raised for. */
export type LeakAlertResolution = 'manual' | 'domain_terminated' | 'cause_ended';

/** An alert of one of the kinds about leaks. */
export type LeakAlert = Omit<AlertRecord, 'kind' | 'domain' | 'domain_id' | 'evidence' | 'status' | 'resolution'> & {
  readonly kind: LeakKindName;
  readonly domain_id: string;
  readonly evidence: LeakEvidence;
  readonly status: LeakAlertStatus;
  readonly resolution: LeakAlertResolution | null;
};

/** @throws Error when the alert is of another kind */
export function leakAlert(alert: AlertRecord): LeakAlert {
  if (!leakKindNames.includes(alert.kind as LeakKindName)) throw new Error(`Alert ${alert.id} is about no leak.`);
  return alert as unknown as LeakAlert;
}
