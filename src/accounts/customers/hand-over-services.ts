import { sql } from 'kysely';
import type { Operation } from '../../core/operation/operation.ts';
import { inIds } from '../../platform/database/in-ids.ts';

/** Two customers, by their own ids, of whom the rows are locked. */
export interface HandOver {
  readonly from: string;
  readonly to: string;
}

export interface HandedOverService {
  readonly id: string;
  /** Which it is at the other customer: the same, unless that one has a service of this number. */
  readonly idThere: string;
}

/**
 * Gives a customer's services, or one of them, to another one. Of a number that both have there is one service from then on, with what the
 * receiving customer's own record lacks; the other one is left for {@link forgetServices}, since what belongs to it names it still.
 * @param billingServiceId null: all
 */
export async function handOverServices(
  tx: Operation,
  { from, to }: HandOver,
  billingServiceId: number | null,
): Promise<readonly HandedOverService[]> {
  const { rows } = await tx.db.execute(sql<HandedOverService>`
    SELECT given.id, coalesce(known.id, given.id) AS "idThere" FROM services given
    LEFT JOIN services known ON known.partner_id = ${tx.partnerId} AND known.customer_id = ${to}
      AND known.billing_service_id = given.billing_service_id
    WHERE given.partner_id = ${tx.partnerId} AND given.customer_id = ${from}
      AND (${billingServiceId}::bigint IS NULL OR given.billing_service_id = ${billingServiceId})`);
  const joined = rows.filter(({ id, idThere }) => id !== idThere);
  await tx.db.execute(sql`
    UPDATE services SET product_slug = coalesce(services.product_slug, given.product_slug),
      plan_slug = coalesce(services.plan_slug, given.plan_slug), mrr = coalesce(services.mrr, given.mrr)
    FROM services given
    WHERE services.partner_id = ${tx.partnerId} AND ${inIds('services.id', idsOf(joined, 'idThere'))}
      AND given.partner_id = ${tx.partnerId} AND ${inIds('given.id', idsOf(joined, 'id'))}
      AND given.billing_service_id = services.billing_service_id`);
  await tx.db
    .updateTable('services')
    .set({ customer_id: to })
    .where(
      inIds(
        'id',
        rows.flatMap(({ id, idThere }) => (id === idThere ? id : [])),
      ),
    )
    .execute();
  return rows;
}

function idsOf(services: readonly HandedOverService[], which: keyof HandedOverService): string[] {
  return services.map((service) => service[which]);
}

/** Deletes the records of services of which nothing is left: what they had belongs to others. */
export async function forgetServices(tx: Operation, ids: readonly string[]): Promise<void> {
  await tx.db.deleteFrom('services').where(inIds('id', ids)).execute();
}
