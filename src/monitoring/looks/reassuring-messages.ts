/**
 * The messages that reassure: whoever reads one takes it that all of what it speaks of was looked at. Their text is asked for by `wellOr` only,
 * in the service and in the portal alike; a test finds those that are not, and holds every answer, report and mail against this list.
 */
export const reassuringKeys = [
  'look.standing.well',
  'mail.week.quiet',
  'portal.alerts.none-needs-action',
  'portal.alerts.scanned-regularly',
  'portal.leaks.none-open',
  'portal.leaks.nothing',
  'portal.leaks.nothing-help',
  'portal.looked-at.both',
  'portal.looked-at.domains',
  'portal.looked-at.servers',
  'portal.report.nothing-left',
  'portal.report.nothing-open',
  'portal.server.all-allowed',
  'report.first.nothing',
  'report.left.nothing',
  'report.clear.now',
  'report.clear.over',
] as const;
export type ReassuringKey = (typeof reassuringKeys)[number];

/**
 * A message that reassures, if all of what it speaks of was looked at; else another one.
 * @param reach what the API says of it: an overview, its servers or domains, a report
 */
export function wellOr<Well extends ReassuringKey, Other extends string>(
  reach: { readonly all_looked_at: boolean },
  well: Well,
  other: Other,
): Well | Other {
  return reach.all_looked_at ? well : other;
}
