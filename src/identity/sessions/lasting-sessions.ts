import { sql } from 'kysely';
import type { Resources } from '../../core/operation/operation.ts';
import { demandsSecondFactor, hasSecondFactor, isAccountOfWorld, sessionIdleSeconds } from '../credentials/index.ts';
import { serves } from '../portal-domains/index.ts';

export interface SessionOfWorld {
  /** The partner whose the session is: an account, or its sandbox. */
  readonly worldId: string;
  readonly sessionId: string;
}

/**
 * Which of these sessions would still be admitted: they have not ended, their partner is not suspended, their portal domain serves, and an
 * administrator has the second factor that is demanded. One statement for any number; it counts as no use of them.
 * @returns by id of the session the customer whose portal it shows now, its own or the one in view; null: none's
 */
export async function lastingSessions(
  { db, clock }: Pick<Resources, 'db' | 'clock'>,
  sessions: readonly SessionOfWorld[],
): Promise<ReadonlyMap<string, string | null>> {
  const now = clock.now();
  const { rows } = await sql<{ id: string; customer_id: string | null }>`
    SELECT s.id, coalesce(s.customer_id, s.viewed_customer_id) AS customer_id
    FROM unnest(${sessions.map(({ worldId }) => worldId)}::uuid[], ${sessions.map(({ sessionId }) => sessionId)}::uuid[])
      AS asked (partner_id, id)
    JOIN sessions s ON s.partner_id = asked.partner_id AND s.id = asked.id
    JOIN partners world ON world.id = s.partner_id
    JOIN partners p ON ${isAccountOfWorld} AND p.status = 'active'
    JOIN portal_domains ON portal_domains.partner_id = p.id
      AND portal_domains.id = coalesce(s.portal_domain_id, s.account_portal_domain_id) AND ${serves}
    LEFT JOIN administrators a ON a.partner_id = s.partner_id AND a.id = s.administrator_id
    WHERE (a.id IS NULL OR NOT ${demandsSecondFactor('p')} OR ${hasSecondFactor('a')}) AND s.expires_at > ${now}
      AND coalesce(s.last_used_at, s.created_at) > ${new Date(now.getTime() - sessionIdleSeconds * 1_000)}`.execute(db);
  return new Map(rows.map(({ id, customer_id }) => [id, customer_id]));
}
