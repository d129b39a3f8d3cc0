import { type SqlBool, sql } from 'kysely';
import { customerIdOf, requireCustomer } from '../../accounts/customers/index.ts';
import type { Severity } from '../../common/severity.ts';
import { Problem } from '../../core/api/problems.ts';
import { recordFact } from '../../core/audit/record-facts.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { type Page, readPage, type SortValues } from '../../core/operation/paged.ts';
import { inIds } from '../../platform/database/in-ids.ts';
import { allowPorts } from './allow-ports.ts';
import type { EndpointPort } from './end-allowed-alerts.ts';
import { portKind } from './kind.ts';
import { lockRules } from './rules-lock.ts';

/** What a server is for, and the TCP ports that strangers have to reach for it. */
export const publicServicePorts = { website: [80, 443], mail_server: [25, 465, 587, 993] } as const;
export type PublicService = keyof typeof publicServicePorts;

/** So many servers are asked about, and so many can be answered, at once. */
export const maxServers = 500;

export interface PublicServer {
  readonly id: string;
  readonly ip_address: string;
  readonly nickname: string;
  /** Those of its ports that have a live alert, ascending. */
  readonly ports: readonly number[];
}

export interface PublicServices {
  /** Null: the customer has not been asked, or has not answered. */
  readonly answeredAt: Date | null;
  readonly servers: readonly PublicServer[];
  /** Of the page's last server; null: the list ends with it. */
  readonly last: SortValues | null;
}

/** A console that lets everybody in is no website, whatever its port. */
const worstToAllow: Severity = 'medium';

/** A page of the servers of a customer that look like websites or mail servers, and whether it was said which of them are. */
export async function readPublicServices(
  operation: Operation,
  billingCustomerId: number,
  page: Page,
): Promise<PublicServices> {
  const customerId = customerIdOf(operation, billingCustomerId);
  const [answer, { rows: servers, last }] = await Promise.all([
    operation.db
      .selectFrom('public_service_answers')
      .select('answered_at')
      .where('customer_id', '=', customerId)
      .executeTakeFirst(),
    readPage(
      operation.db
        .selectFrom('alerts')
        .innerJoin('endpoints', (join) =>
          join.onRef('endpoints.partner_id', '=', 'alerts.partner_id').onRef('endpoints.id', '=', 'alerts.endpoint_id'),
        )
        .select([
          'endpoints.id',
          'endpoints.ip_address',
          'endpoints.nickname',
          sql<number[]>`array_agg(alerts.port ORDER BY alerts.port)`.as('ports'),
        ])
        .where('alerts.customer_id', '=', customerId)
        .where('alerts.kind', '=', portKind.name)
        .where('alerts.ended_at', 'is', null)
        .where('alerts.status', '<>', 'false_positive')
        .where('alerts.severity', '<=', worstToAllow)
        .where('alerts.protocol', '=', 'tcp')
        .where(sql<SqlBool>`alerts.port = ANY(${Object.values(publicServicePorts).flat()}::int[])`)
        .groupBy(['endpoints.partner_id', 'endpoints.id']),
      { table: 'endpoints', columns: ['nickname', 'id'], direction: 'asc' },
      page,
    ),
  ]);
  return { answeredAt: answer?.answered_at ?? null, servers, last };
}

export interface PublicServicesAnswer {
  /** Servers by what they are for; one can be both. None at all: the question was skipped. */
  readonly servers: Readonly<Record<PublicService, readonly string[]>>;
}

export interface AnsweredPublicServices {
  readonly answeredAt: Date;
  readonly rulesCreated: number;
  readonly alertsResolved: number;
}

/**
 * Allows the ports of what each server is for, but for ports of which an alert says that they are worse than a public service, and
 * remembers that the question was answered: in one transaction.
 * @throws Problem CUSTOMER_NOT_FOUND; ENDPOINT_NOT_FOUND when one of them is none of the customer's that is monitored
 */
export async function answerPublicServices(
  operation: Operation,
  billingCustomerId: number,
  { servers }: PublicServicesAnswer,
): Promise<AnsweredPublicServices> {
  return operation.transaction(async (tx) => {
    const { id: customerId } = await requireCustomer(tx, billingCustomerId, 'locked');
    const ids = [...new Set(Object.values(servers).flat())];
    await requireServers(tx, customerId, ids);
    await lockRules(tx, 'exclusive');
    const worse = await portsWorseThanPublic(tx, ids);
    const wanted = Object.entries(publicServicePorts).flatMap(([service, ports]) =>
      servers[service as PublicService].flatMap((endpointId) =>
        ports.map((port): EndpointPort => ({ customerId, endpointId, protocol: 'tcp', port })),
      ),
    );
    const allowed = await allowPorts(
      tx,
      wanted.filter(({ endpointId, port }) => !worse.has(`${endpointId} ${port}`)),
      { description: 'A website or mail server, as its owner said.', expiresAt: undefined },
    );
    const answeredAt = tx.clock.now();
    await tx.db
      .insertInto('public_service_answers', { customer_id: customerId, answered_at: answeredAt })
      .onConflict((conflict) =>
        conflict.columns(['partner_id', 'customer_id']).doUpdateSet({ answered_at: answeredAt }),
      )
      .execute();
    const counts = { rules_created: allowed.changed.length, alerts_resolved: allowed.resolvedAlertIds.size };
    await recordFact(tx, {
      type: 'public_services.answered',
      subjectId: customerId,
      customerId,
      details: { websites: servers.website.length, mail_servers: servers.mail_server.length, ...counts },
    });
    return { answeredAt, rulesCreated: counts.rules_created, alertsResolved: counts.alerts_resolved };
  });
}

/** Locks them, in the order of their ids. */
async function requireServers(tx: Operation, customerId: string, ids: readonly string[]): Promise<void> {
  const found = await tx.db
    .selectFrom('endpoints')
    .select('id')
    .where(inIds('id', ids))
    .where('customer_id', '=', customerId)
    .where('status', '<>', 'terminated')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  if (found.length < ids.length) throw new Problem('ENDPOINT_NOT_FOUND');
}

async function portsWorseThanPublic(tx: Operation, endpointIds: readonly string[]): Promise<ReadonlySet<string>> {
  const alerts = await tx.db
    .selectFrom('alerts')
    .select(['endpoint_id', 'port'])
    .where(inIds('endpoint_id', endpointIds))
    .where('kind', '=', portKind.name)
    .where('protocol', '=', 'tcp')
    .where('ended_at', 'is', null)
    .where('severity', '>', worstToAllow)
    .execute();
  return new Set(alerts.map(({ endpoint_id, port }) => `${endpoint_id} ${port}`));
}
