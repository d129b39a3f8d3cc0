import type { Severity } from '../../common/severity.ts';

/** Everything that is looked at, in the order in which it is shown. */
export const postureChecks = [
  'name_servers',
  'dnssec',
  'mx',
  'spf',
  'dkim',
  'dmarc',
  'mta_sts',
  'tls_rpt',
  'caa',
  'registration',
  'dangling',
] as const;
export type PostureCheck = (typeof postureChecks)[number];

/**
 * - `ok`: nothing to do. - `weak`: it works, and protects less than it could. - `broken`: it does not work.
 * - `absent`: there is nothing of it. - `unknown`: nobody answered what decides; it raises and ends nothing.
 */
export type PostureState = 'ok' | 'weak' | 'broken' | 'absent' | 'unknown';

/** What is worse comes first; what was seen counts for more than what is not known. */
const states = ['broken', 'absent', 'weak', 'unknown', 'ok'] as const satisfies readonly PostureState[];

type Rating = readonly [state: PostureState, severity: Severity | null];
const ok: Rating = ['ok', null];
const unknown: Rating = ['unknown', null];

/** Everything that can be found, with its state and severity: few are urgent, and nobody is woken by what is only missing. */
export const reasons = {
  'posture.no_such_name': unknown,
  'posture.resolvers_disagree': unknown,

  'name_servers.fine': ok,
  'name_servers.unanswered': unknown,
  'name_servers.silent': unknown,
  'name_servers.no_such_name': ['broken', 'critical'],
  'name_servers.all_lame': ['broken', 'critical'],
  'name_servers.lame': ['weak', 'medium'],
  'name_servers.only_one': ['weak', 'low'],
  'name_servers.one_network': ['weak', 'low'],

  'dnssec.fine': ok,
  'dnssec.unanswered': unknown,
  'dnssec.no_validator': unknown,
  'dnssec.bogus': ['broken', 'critical'],
  'dnssec.no_keys': ['broken', 'critical'],
  'dnssec.no_matching_key': ['broken', 'critical'],
  'dnssec.old_algorithm': ['weak', 'low'],
  'dnssec.not_chained': ['weak', 'low'],
  'dnssec.no_ds': ['weak', 'low'],
  'dnssec.absent': ['absent', 'low'],

  'mx.fine': ok,
  'mx.none_wanted': ok,
  'mx.unanswered': unknown,
  'mx.wanted': ['broken', 'high'],
  'mx.no_address': ['broken', 'high'],
  'mx.null_among_others': ['broken', 'medium'],
  'mx.some_without_address': ['weak', 'low'],
  'mx.alias': ['weak', 'low'],
  'mx.no_null': ['absent', 'low'],

  'spf.fine': ok,
  'spf.unanswered': unknown,
  'spf.macro': unknown,
  'spf.several': ['broken', 'high'],
  'spf.syntax': ['broken', 'high'],
  'spf.too_many_lookups': ['broken', 'high'],
  'spf.too_many_voids': ['broken', 'high'],
  'spf.too_many_hosts': ['broken', 'high'],
  'spf.nothing_included': ['broken', 'high'],
  'spf.several_included': ['broken', 'high'],
  'spf.loop': ['broken', 'high'],
  'spf.everyone': ['weak', 'high'],
  'spf.neutral': ['weak', 'low'],
  'spf.ptr': ['weak', 'low'],
  'spf.absent': ['absent', 'medium'],
  'spf.absent_without_mail': ['absent', 'low'],

  'dkim.fine': ok,
  'dkim.not_needed': ok,
  'dkim.unanswered': unknown,
  'dkim.unknown_selector': unknown,
  'dkim.wildcard': unknown,
  'dkim.named_missing': ['broken', 'medium'],
  'dkim.revoked': ['broken', 'medium'],
  'dkim.several': ['broken', 'medium'],
  'dkim.unreadable': ['broken', 'medium'],
  'dkim.sha1_only': ['broken', 'medium'],
  'dkim.short_key': ['broken', 'medium'],
  'dkim.old_key': ['weak', 'low'],
  'dkim.test_mode': ['weak', 'low'],
  'dkim.absent': ['absent', 'medium'],

  'dmarc.fine': ok,
  'dmarc.unanswered': unknown,
  'dmarc.several': ['broken', 'high'],
  'dmarc.malformed': ['broken', 'medium'],
  'dmarc.policy_unknown': ['broken', 'medium'],
  'dmarc.no_policy': ['weak', 'low'],
  'dmarc.policy_none': ['weak', 'low'],
  'dmarc.subdomains_open': ['weak', 'low'],
  'dmarc.percentage': ['weak', 'low'],
  'dmarc.test_mode': ['weak', 'low'],
  'dmarc.report_address': ['weak', 'low'],
  'dmarc.report_refused': ['weak', 'low'],
  'dmarc.at_apex': ['broken', 'medium'],
  'dmarc.absent': ['absent', 'medium'],
  'dmarc.absent_without_mail': ['absent', 'low'],

  'mta_sts.fine': ok,
  'mta_sts.not_needed': ok,
  'mta_sts.unanswered': unknown,
  'mta_sts.policy_unanswered': unknown,
  'mta_sts.fits_no_mx': ['broken', 'high'],
  'mta_sts.misses_mx': ['broken', 'medium'],
  'mta_sts.several': ['broken', 'medium'],
  'mta_sts.malformed': ['broken', 'medium'],
  'mta_sts.no_policy': ['broken', 'medium'],
  'mta_sts.policy_malformed': ['broken', 'medium'],
  'mta_sts.testing': ['weak', 'low'],
  'mta_sts.mode_none': ['weak', 'low'],
  'mta_sts.short_lived': ['weak', 'low'],
  'mta_sts.absent': ['absent', 'low'],

  'tls_rpt.fine': ok,
  'tls_rpt.not_needed': ok,
  'tls_rpt.unanswered': unknown,
  'tls_rpt.several': ['broken', 'low'],
  'tls_rpt.malformed': ['broken', 'low'],
  'tls_rpt.absent': ['absent', 'low'],

  'caa.fine': ok,
  'caa.unanswered': unknown,
  'caa.unknown_critical': ['broken', 'medium'],
  'caa.malformed': ['broken', 'medium'],
  'caa.no_issuer': ['weak', 'low'],
  'caa.absent': ['absent', 'low'],

  'registration.fine': ok,
  'registration.unanswered': unknown,
  'registration.not_told': unknown,
  'registration.no_date': unknown,
  'registration.contradiction': unknown,
  'registration.lost': ['broken', 'critical'],
  'registration.on_hold': ['broken', 'critical'],
  'registration.in_redemption': ['broken', 'critical'],
  'registration.pending_delete': ['broken', 'critical'],
  'registration.expired': ['broken', 'critical'],
  'registration.ends_at_once': ['weak', 'critical'],
  'registration.ends_soon': ['weak', 'medium'],

  'dangling.fine': ok,
  'dangling.unanswered': unknown,
  'dangling.other_customer': ['broken', 'critical'],
  'dangling.former': ['broken', 'critical'],
} as const satisfies Readonly<Record<string, Rating>>;

export type Reason = keyof typeof reasons;

/** One thing that was found, with what its sentence names. */
export interface Remark {
  readonly reason: Reason;
  readonly values: Readonly<Record<string, string>>;
}

export function remark(reason: Reason, values: Remark['values'] = {}): Remark {
  const printable = Object.entries(values).map(([name, value]) => [name, cleaned(value, valueLength)]);
  return { reason, values: Object.fromEntries(printable) };
}

/** A record to publish. */
export interface PublishedRecord {
  readonly name: string;
  readonly type: 'TXT' | 'MX' | 'DS';
  /** As zone files have it; a text without its quotation marks. */
  readonly value: string;
}

/** What a check came to. */
export interface JudgedCheck {
  /** One at least. */
  readonly remarks: readonly Remark[];
  /** Records as they are, texts without quotation marks. */
  readonly found: readonly string[];
  /** Null: there is nothing to change, or it cannot be said from outside. */
  readonly shouldBe: PublishedRecord | null;
}

/** A check of which there is one thing to say, and nothing to show or to change. */
export function only(reason: Reason, values?: Remark['values']): JudgedCheck {
  return { remarks: [remark(reason, values)], found: [], shouldBe: null };
}

export interface Rated {
  readonly state: PostureState;
  /** Null: ok or unknown. */
  readonly severity: Severity | null;
}

export function rate({ reason }: Remark): Rated {
  const [state, severity] = reasons[reason];
  return { state, severity };
}

/** With what is worst first. */
export function worstFirst(remarks: readonly Remark[]): readonly Remark[] {
  const rank = (each: Remark) => {
    const { state, severity } = rate(each);
    const severityRank = severity === null ? 4 : ['critical', 'high', 'medium', 'low'].indexOf(severity);
    return severityRank * states.length + states.indexOf(state);
  };
  return remarks.toSorted((a, b) => rank(a) - rank(b));
}

const shownRecords = 10;
const [shownLength, valueLength] = [600, 200];

/** Strangers write them. */
export function shown(records: readonly string[]): readonly string[] {
  return records.slice(0, shownRecords).map((record) => cleaned(record, shownLength));
}

function cleaned(text: string, length: number): string {
  return text
    .slice(0, length)
    .toWellFormed()
    .replaceAll(/\p{C}+/gu, ' ');
}
