import { type Command, InvalidArgumentError } from 'commander';
import pg from 'pg';
import { withStore } from '../installation/store.ts';
import { copyCsv } from '../platform/database/copying/copy-csv.ts';
import { lowestIdAt } from '../platform/ids.ts';
import { contextOf } from './run-command.ts';

/** Instants, in SQL: from the first on, up to but without the second. */
interface Period {
  readonly from: string;
  readonly to: string;
  /** The ids, which are in the order of time, that begin at them. */
  readonly fromId: string;
  readonly toId: string;
}

/** Of a customer: what the billing system knows it by. */
const client =
  '(SELECT billing_customer_id FROM customers c WHERE c.partner_id = r.partner_id AND c.id = r.customer_id)';
/** What happened in sandboxes did not happen. */
const isReal = 'EXISTS (SELECT 1 FROM partners p WHERE p.id = r.partner_id AND p.sandbox_of IS NULL)';
const withinIds = ({ fromId, toId }: Period) => `r.id >= ${fromId} AND r.id < ${toId}`;

/** What can be exported: the names of the columns stay, and none is a secret or says whose credential leaked. */
const exports: Readonly<
  Record<string, { readonly description: string; readonly statement: (period: Period) => string }>
> = {
  scans: {
    description: 'scans that were queued in the period',
    statement: (period) => `
      SELECT r.partner_id, r.id AS scan_id, r.endpoint_id, host(e.ip_address) AS ip_address, r.trigger,
        CASE WHEN r.status = 'failed' AND r.ports_covered IS NOT NULL THEN 'partial' ELSE r.status END AS status, r.created_at, r.started_at, r.finished_at,
        r.duration_ms, r.engine, r.port_set, r.tcp_ports, r.udp_ports, r.ports_requested, r.ports_covered, r.host_answered,
        r.open_ports_count, r.error
      FROM scan_history r LEFT JOIN endpoints e ON e.partner_id = r.partner_id AND e.id = r.endpoint_id
      WHERE ${withinIds(period)} AND ${isReal}`,
  },
  ports: {
    description:
      'ports that were open at any time of the period, with the service that was seen and what it said of itself',
    statement: ({ from, to }) => `
      SELECT r.partner_id, r.id AS observation_id, r.endpoint_id, host(e.ip_address) AS ip_address, r.protocol, r.port,
        r.identity ->> 'service' AS service, r.opened_at, r.closed_at, r.identity ->> 'method' AS known_by, r.identity ->> 'product' AS product,
        r.identity ->> 'version' AS version, r.identity ->> 'operatingSystem' AS operating_system, r.identity ->> 'tls' AS tls,
        r.identity ->> 'banner' AS banner, r.identity -> 'stated' AS stated
      FROM observations r JOIN endpoints e ON e.partner_id = r.partner_id AND e.id = r.endpoint_id
      WHERE r.opened_at < ${to} AND (r.closed_at IS NULL OR r.closed_at >= ${from}) AND ${isReal}`,
  },
  alerts: {
    description: 'alerts that were open at any time of the period',
    statement: ({ from, to }) => `
      SELECT r.partner_id, r.id AS alert_id, r.kind, r.severity, r.status, ${client} AS billing_customer_id, r.endpoint_id, r.domain_id, r.protocol,
        r.port, r.created_at, r.first_detected_at, r.last_detected_at, r.acknowledged_at, r.resolved_at, r.resolution, r.ended_at
      FROM alerts r
      WHERE r.created_at < ${to} AND (r.ended_at IS NULL OR r.ended_at >= ${from}) AND ${isReal}`,
  },
  events: {
    description: 'events of the period, as GET /events and webhooks tell them',
    statement: (period) => `
      SELECT r.partner_id, r.id AS event_id, r.type, r.occurred_at, r.billing_customer_id, r.endpoint_id, r.domain_id, r.alert_id, r.data
      FROM events r WHERE ${withinIds(period)} AND NOT r.is_sandbox`,
  },
  audit: {
    description: 'entries of the audit log of the period',
    statement: (period) => `
      SELECT r.partner_id, r.id AS entry_id, r.at, r.actor_kind, r.actor_id, r.action, r.subject_id, ${client} AS billing_customer_id, r.request_id,
        r.details
      FROM audit_entries r WHERE ${withinIds(period)} AND ${isReal}`,
  },
};

/** Adds `export`. */
export function defineExport(exporting: Command): void {
  exporting.description('write history as CSV, for a warehouse, while servers go on');
  for (const [name, { description, statement }] of Object.entries(exports)) {
    exporting
      .command(name)
      .description(description)
      .argument('<file>', 'a new file; compressed if its name ends in .gz')
      .requiredOption('--from <date>', 'first day (UTC), such as 2026-10-01', day)
      .requiredOption('--to <date>', 'day after the last', day)
      .action(async (file: string, { from, to }: { from: Date; to: Date }, command: Command) => {
        if (from >= to) command.error('error: --to has to be after --from');
        const { config, output, logger } = contextOf(command);
        await withStore(config, { mode: 'read', maxConnections: 1, logger }, async (store) => {
          const literal = (instant: Date) => `${pg.escapeLiteral(instant.toISOString())}::timestamptz`;
          const id = (instant: Date) => `${pg.escapeLiteral(lowestIdAt(instant))}::uuid`;
          const period = { from: literal(from), to: literal(to), fromId: id(from), toId: id(to) };
          const rows = await copyCsv(store.directConnection, statement(period), file);
          output.result({ file, rows }, `${file}: ${rows} rows.`);
        });
      });
  }
}

function day(text: string): Date {
  const date = new Date(`${text}T00:00:00Z`);
  if (/^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text))
    return date;
  throw new InvalidArgumentError('It has to be a day, such as 2026-10-01.');
}
