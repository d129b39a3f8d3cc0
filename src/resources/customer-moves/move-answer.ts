import { toCapacityReport } from '../../accounts/subscriptions/index.ts';
import type { OwnerMove } from './merge-customers.ts';
import { whatDidNotMove } from './what-did-not-move.ts';

/** What a merge came to, or would come to, as the API and the command line answer it. */
export function toMergeAnswer(move: OwnerMove, isTry: boolean) {
  return {
    billing_customer_id: move.from.billing_customer_id,
    into: move.to.billing_customer_id,
    ...toAnswer(move, isTry),
  };
}

/** What a transfer came to, or would come to, as the API and the command line answer it. */
export function toTransferAnswer(move: OwnerMove, serviceId: number, isTry: boolean) {
  return {
    billing_customer_id: move.from.billing_customer_id,
    service_id: serviceId,
    to: move.to.billing_customer_id,
    ...toAnswer(move, isTry),
  };
}

const nothing = {
  moved: {
    services: 0,
    subscriptions: 0,
    endpoints: 0,
    domains: 0,
    allowed_ports: 0,
    alerts: 0,
    findings: 0,
    recipients: 0,
    channels: 0,
  },
  alerts_resolved: 0,
  not_moved: [],
  enforcement: {},
  note: 'The service belongs to that customer already.',
};

function toAnswer(move: OwnerMove, dry_run: boolean) {
  const { from, to, isNew: created, result } = move;
  if (result === null) return { dry_run, created, ...nothing };
  const { services, subscriptions, resources, belongings, reports } = result;
  const { alerts, findings, allowedPorts: allowed_ports, recipients, channels } = belongings;
  return {
    dry_run,
    created,
    moved: {
      services,
      subscriptions,
      endpoints: resources.endpoint,
      domains: resources.domain,
      allowed_ports,
      alerts,
      findings,
      recipients,
      channels,
    },
    alerts_resolved: belongings.alertsAllowed,
    not_moved: whatDidNotMove({ from, to, result }),
    enforcement: Object.fromEntries(
      [from, to].map(({ id, billing_customer_id }) => {
        const { port_monitoring: servers, domain_monitoring: domains } = reports.get(id)!;
        const both = { port_monitoring: toCapacityReport(servers), domain_monitoring: toCapacityReport(domains) };
        return [String(billing_customer_id), both];
      }),
    ),
  };
}
