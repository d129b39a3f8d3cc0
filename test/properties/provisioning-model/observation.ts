import type { Pool } from 'pg';
import type { ModelCustomer, ModelResource, PartnerName, ProvisioningModel, Terms } from './model.ts';

const tables = [
  'customers',
  'services',
  'endpoints',
  'subscriptions',
  'pro_rata_windows',
  'monitored_domains',
  'alerts',
  'scans',
  'audit_entries',
] as const;
type Table = (typeof tables)[number];

// biome-ignore lint/suspicious/noExplicitAny: rows of many tables, as PostgreSQL writes them
export type Row = Readonly<Record<string, any>>;

interface StoredRow {
  readonly row: Row;
  /** The same as PostgreSQL wrote it. */
  readonly text: string;
}

/** Every row of the partners under test. */
export class Observation {
  readonly #rows: ReadonlyMap<Table, ReadonlyMap<string, StoredRow>>;

  constructor(rows: ReadonlyMap<Table, ReadonlyMap<string, StoredRow>>) {
    this.#rows = rows;
  }

  rows(table: Table): readonly Row[] {
    return [...(this.#rows.get(table)?.values() ?? [])].map(({ row }) => row);
  }

  find(table: Table, id: string): Row | undefined {
    return this.#rows.get(table)?.get(id)?.row;
  }

  /** As text by table and id, so that two observations can be compared to the byte. */
  texts(select: (row: Row, table: Table) => boolean = () => true): Record<string, string> {
    const texts: Record<string, string> = {};
    for (const [table, rows] of this.#rows) {
      for (const [id, { row, text }] of rows) if (select(row, table)) texts[`${table} ${id}`] = text;
    }
    return texts;
  }

  /** The id of the customer that a row belongs to; undefined for rows of the partner itself. */
  customerIdOf(row: Row, table: Table): string | undefined {
    if (table === 'customers') return row.id;
    if (table === 'scans') return this.find('endpoints', row.endpoint_id)?.customer_id;
    if (table === 'pro_rata_windows') return this.find('subscriptions', row.subscription_id)?.customer_id;
    return row.customer_id ?? undefined;
  }
}

const query = tables
  .map((table) => `SELECT '${table}' AS name, id, to_jsonb(r)::text AS text FROM ${table} r WHERE partner_id = ANY($1)`)
  .join(' UNION ALL ');

export async function observe(pool: Pool, partnerIds: readonly string[]): Promise<Observation> {
  const { rows } = await pool.query<{ name: Table; id: string; text: string }>({
    name: 'observe',
    text: `SELECT * FROM (${query}) AS everything ORDER BY name, id`,
    values: [partnerIds],
  });
  const byTable = Map.groupBy(rows, ({ name }) => name);
  const stored = ({ id, text }: { id: string; text: string }) => [id, { text, row: JSON.parse(text) }] as const;
  return new Observation(new Map([...byTable].map(([name, found]) => [name, new Map(found.map(stored))])));
}

/** What the rows say in the model's words, by partner and client id. */
export function describeObserved(observation: Observation, partnerIds: Readonly<Record<PartnerName, string>>): unknown {
  const ofPartner = (partnerId: string) =>
    Object.fromEntries(
      observation
        .rows('customers')
        .filter((customer) => customer.partner_id === partnerId)
        .map((customer) => [customer.billing_customer_id, describeCustomerRows(observation, customer.id)]),
    );
  return { A: ofPartner(partnerIds.A), B: ofPartner(partnerIds.B) };
}

function describeCustomerRows(observation: Observation, customerId: string) {
  const own = (table: Table) => observation.rows(table).filter((row) => row.customer_id === customerId);
  const serviceOf = (row: Row) => observation.find('services', row.service_id)?.billing_service_id ?? null;
  const resource = (label: string) => (row: Row) => [
    row.id,
    {
      label: row[label],
      service: serviceOf(row),
      status: row.status,
      quotaPaused: row.quota_paused,
      scheduled: row.next_scan_at !== null,
      released: (row.released_at ?? null) !== null,
      openAlerts: countOf(observation, 'alerts', row.id, 'open'),
      resolvedAlerts: countOf(observation, 'alerts', row.id, 'resolved'),
      scans: countOf(observation, 'scans', row.id, 'completed'),
    },
  ];
  return {
    services: own('services')
      .map((row) => `${row.billing_service_id} is ${row.product_slug}, plan ${row.plan_slug}`)
      .toSorted(),
    resources: Object.fromEntries([
      ...own('endpoints').map(resource('ip_address')),
      ...own('monitored_domains').map(resource('domain')),
    ]),
    subscriptions: Object.fromEntries(
      own('subscriptions').map((row) => [
        row.id,
        {
          service: serviceOf(row),
          product: row.product_slug,
          terms: termsOfRow(row),
          ...windowsOf(observation, row.id),
        },
      ]),
    ),
  };
}

function countOf(observation: Observation, table: 'alerts' | 'scans', endpointId: string, status: string): number {
  return observation.rows(table).filter((row) => row.endpoint_id === endpointId && row.status === status).length;
}

function termsOfRow(row: Row): string {
  return termsText({ plan: row.plan_slug, quantity: row.quantity, mrr: row.mrr, status: row.status ?? row.state });
}

function termsText({ plan, quantity, mrr, status }: Terms): string {
  return `${status}, plan ${plan}, quantity ${quantity}, mrr ${mrr}`;
}

function windowsOf(observation: Observation, subscriptionId: string) {
  const rows = observation.rows('pro_rata_windows').filter((row) => row.subscription_id === subscriptionId);
  return {
    openWindows: rows.filter((row) => row.ended_at === null).map(termsOfRow),
    endedWindows: rows
      .filter((row) => row.ended_at !== null)
      .map(termsOfRow)
      .toSorted(),
  };
}

/** The model in the same words. */
export function describeModel(model: ProvisioningModel): unknown {
  const ofPartner = (name: PartnerName) =>
    Object.fromEntries(
      [...model.partners[name].customers].map(([clientId, customer]) => [clientId, describeCustomer(customer)]),
    );
  return { A: ofPartner('A'), B: ofPartner('B') };
}

function describeCustomer({ services, resources, subscriptions }: ModelCustomer) {
  const planOf = (service: number) =>
    subscriptions.find(({ serviceId, product }) => serviceId === service && product === 'port_monitoring')?.terms
      .plan ?? null;
  return {
    services: [...services].map(([id, product]) => `${id} is ${product}, plan ${planOf(id)}`).toSorted(),
    resources: Object.fromEntries(resources.map((resource) => [resource.id, describeResource(resource)])),
    subscriptions: Object.fromEntries(
      subscriptions.map(({ id, serviceId, product, terms, windows }) => [
        id,
        {
          service: serviceId,
          product,
          terms: termsText(terms),
          openWindows: windows.slice(-1).map(termsText),
          endedWindows: windows.slice(0, -1).map(termsText).toSorted(),
        },
      ]),
    ),
  };
}

function describeResource(resource: ModelResource) {
  const { label, serviceId, state, released, scannable, openAlerts, resolvedAlerts, scans } = resource;
  return {
    label,
    service: serviceId,
    status: state === 'waiting' ? 'paused' : state,
    quotaPaused: state === 'waiting',
    scheduled: state === 'active' && scannable,
    released,
    openAlerts,
    resolvedAlerts,
    scans,
  };
}
