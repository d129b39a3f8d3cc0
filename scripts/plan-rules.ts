const forgets = 'Forgets all that a sandbox has.';
const upkeep = 'Upkeep, over all partners.';

/** Files of src/ whose statements may read all that a partner has, or all of a table, and why. */
export const readsMuch: Readonly<Record<string, string>> = {
  'accounts/customers/forget-customers.ts': forgets,
  'accounts/plans/list-plans.ts': 'How many customers are on each plan.',
  'accounts/plans/remove-plan.ts': 'Whether anybody is on the plan.',
  'accounts/plans/set-plan.ts': 'A plan that changes is enforced for everybody on it.',
  'commands/examine-monitoring.ts': 'A command of the operator: how many domains are sold that nobody looks at.',
  'core/events/event-history.ts': 'Events outside of all weeks, which are none.',
  'core/list-counts/check-list-counts.ts': upkeep,
  'core/list-counts/fold-list-counts.ts': forgets,
  'core/operation/count-rows.ts': 'How long a list is.',
  'core/operation/reseal-table.ts': 'A change of the secret key goes through all that is sealed.',
  'identity/sessions/alert-sessions.ts': upkeep,
  'identity/sessions/forget-sign-ins.ts': forgets,
  'monitoring/domain-posture/look-soon.ts': 'All domains of a partner are looked at.',
  'monitoring/leaks/repair-domain-schedule.ts': upkeep,
  'monitoring/leaks/withdraw-findings.ts': 'An import of leaks that is deleted: which domains it told something of.',
  'monitoring/port-exposure/forget-rules.ts': forgets,
  'monitoring/port-scans/dispatch-due-scans.ts':
    'Planned with its values, the number of servers among them: those that are due are then looked up.',
  'monitoring/port-scans/forget-scans.ts': forgets,
  'monitoring/port-scans/reconcile-schedule.ts': upkeep,
  'monitoring/port-scans/repair-schedule.ts': upkeep,
  'monitoring/sandbox/due-in-sandbox.ts':
    'What is due of all that a sandbox has, once for each time that its clock is moved.',
  'monitoring/schedule/take-tick.ts': 'The pace of the fleet is counted over all servers, once in five minutes.',
  'notifications/channels/hand-over-channels.ts':
    'Customers that are merged: each channel of the account may name one of them, and all that they were told of goes along.',
  'notifications/channels/tidy-channels.ts': upkeep,
  'platform/database/copying/copy-in.ts': 'What the migrations put into a database that is then filled from a copy.',
  'reporting/monthly-report/read-coverage.ts': 'A report of all of a partner’s servers.',
  'reporting/monthly-report/read-monthly-report.ts': 'A report of all of a partner’s customers.',
  'resources/capacity/set-unsubscribed-cap.ts': 'A cap that changes is enforced for every customer.',
  'resources/domains/active-domain-names.ts': 'Which domains an import of leaks is read for.',
  'resources/domains/forget-domains.ts': forgets,
  'resources/domains/scan-domains-soon.ts': 'All domains of a partner are scanned.',
  'resources/endpoints/forget-endpoints.ts': forgets,
  'service/failing-deliveries.ts': 'A metric: which channels fail.',
};
