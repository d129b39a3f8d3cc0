/**
 * Files of src/ whose statements may ask for rows of all partners, which a sharded database answers by asking every shard. None of
 * them is on the path of a partner's request, and none may lock.
 */
export const acrossPartners: Readonly<Record<string, string>> = {
  'commands/examine-deliveries.ts': 'A command of the operator: what is due.',
  'commands/examine-monitoring.ts': 'A command of the operator: what is sold that nobody looks at.',
  'commands/scan-command.ts': 'A command of the operator: whose an address is.',
  'core/events/event-sequencer.ts': 'Events of all partners get their places in one order, by one process at a time.',
  'core/events/waiting-events.ts': 'A metric: how long the oldest event waits for its place.',
  'core/list-counts/check-list-counts.ts':
    'Upkeep: whose counts are looked at next; each partner’s are then counted by themselves.',
  'core/list-counts/fold-list-counts.ts':
    'Finds whose counts have changed; each partner’s are then folded by themselves.',
  'core/operation/claim-due.ts': 'Finds whose time has come; each partner’s rows are then claimed by themselves.',
  'core/operation/delete-older-of-partners.ts':
    'Upkeep: whose rows are older than they are kept; each partner’s are then deleted.',
  'core/operation/reseal-table.ts':
    'A command of the operator: what is sealed with the secret key before is sealed with the new one.',
  'core/request-log/request-log.ts': 'Requests of all partners are logged together, once a second.',
  'monitoring/alerts/reopen-due-alerts.ts': 'Finds alerts whose snoozing ends; each is then reopened in its partner.',
  'monitoring/alerts/unknown-kinds.ts':
    'At a start: whether there are alerts of a kind that this program does not know.',
  'monitoring/domain-posture/dispatch-due-looks.ts':
    'Finds domains that are due for a look; each partner’s are then locked by themselves.',
  'monitoring/leaks/dispatch-due-domain-scans.ts':
    'Finds domains that are due; each partner’s are then locked by themselves.',
  'monitoring/leaks/domain-scan-history.ts': 'Upkeep: domain scans that nothing carries any more.',
  'monitoring/leaks/domain-scan-worker.ts': 'Upkeep: how many domain scans wait.',
  'monitoring/leaks/repair-domain-schedule.ts': 'Upkeep: what a wrong clock put too far ahead.',
  'monitoring/leaks/request-corpus-scan.ts': 'An import of leaks makes the domains of all partners due.',
  'monitoring/leaks/withdraw-findings.ts': 'An import of leaks that is deleted: which domains it told something of.',
  'monitoring/port-exposure/scan-after-ended-rules.ts':
    'Finds rules that have ended; each partner’s servers are then hurried.',
  'monitoring/port-scans/dispatch-due-scans.ts':
    'Finds servers that are due; each partner’s are then locked by themselves.',
  'monitoring/port-scans/reconcile-schedule.ts':
    'Upkeep: servers that a changed policy lets in again, and stale scans.',
  'monitoring/port-scans/repair-schedule.ts': 'Upkeep: what a wrong clock put too far ahead.',
  'monitoring/port-scans/scan-worker.ts': 'Upkeep: which scans of a worker were cancelled.',
  'monitoring/port-scans/withdraw-from-schedule.ts':
    'Finds servers of an excluded network; each partner’s are then withdrawn by themselves.',
  'monitoring/schedule/take-tick.ts': 'The pace of the fleet is counted over all servers, once in five minutes.',
  'notifications/channels/create-messages.ts':
    'Finds channels that have something to tell; each is then locked by itself.',
  'notifications/channels/metrics.ts': 'Metrics.',
  'notifications/channels/next-due.ts': 'When there is something to do.',
  'notifications/channels/tidy-channels.ts': 'Upkeep: messages and alerts of channels that nobody needs.',
  'notifications/mail/create-mails.ts': 'Finds addresses that are due; each is then locked by itself.',
  'notifications/mail/create-reports.ts': 'Finds addresses whose report is due; each is then locked by itself.',
  'notifications/mail/create-weekly-summaries.ts':
    'Finds customers whose weekly summary is due; each is then locked by itself.',
  'notifications/mail/metrics.ts': 'Metrics.',
  'notifications/mail/next-mail-due.ts': 'When there is something to do.',
  'notifications/mail/record-bounce.ts':
    'A mail that came back says which mail it is, not whose; it is the operator’s mail server that says so.',
  'notifications/alert-notifications/alert-inbox.ts':
    'Finds the partners with changed alerts; each is then handled by itself.',
  'notifications/alert-notifications/metrics.ts': 'Metrics.',
  'notifications/alert-notifications/older-inboxes.ts': 'Finds the partners of whom older programs left something.',
  'notifications/alert-notifications/steady-causes.ts':
    'Upkeep: finds what comes and goes and now stays; each partner’s readers are then told by themselves.',
  'notifications/webhooks/claim-deliveries.ts':
    'Finds deliveries that are due; each partner’s are then claimed by themselves.',
  'notifications/webhooks/metrics.ts': 'Metrics.',
  'service/failing-deliveries.ts': 'A metric, and commands of the operator: what does not arrive.',
  'notifications/webhooks/queue-deliveries.ts': 'Which partners of a batch of events have webhooks at all.',
  'platform/database/migrate.ts': 'The schema, and what a migration puts into a table that it makes.',
  'resources/domains/active-domain-names.ts': 'Which domains an import of leaks is read for.',
};
