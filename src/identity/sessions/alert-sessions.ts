import { sql } from 'kysely';
import { recordFact } from '../../core/audit/record-facts.ts';
import type { Operation, Resources } from '../../core/operation/operation.ts';
import type { SharedDatabase } from '../../core/operation/partner-database.ts';
import type { ResourceKind } from '../../core/operation/resource-kinds.ts';
import type { Origin } from '../../platform/http/origin.ts';
import { lowestIdAt, newId } from '../../platform/ids.ts';
import { generateToken, hashSecret } from '../../platform/secrets.ts';
import { alertLinkHolds, alertLinkSeconds } from '../credentials/index.ts';
import { serves } from '../portal-domains/index.ts';

/** Long enough to close a port and see it closed; by then the same browser may open the link again. */
export const alertSessionSeconds = 3_600;

/** The link that a mail carries to an alert, and the browser that follows it. */
export interface FollowedLink {
  readonly mailId: string;
  readonly alertId: string;
  /** Of the browser; a new one has never opened a link. */
  readonly deviceSecret: string;
  readonly origin: Origin;
}

/** Whether the link can be opened in that browser: it holds, and no other browser has opened it. */
export async function isAlertLinkOpen(operation: Operation, link: FollowedLink): Promise<boolean> {
  if ((await customerOf(operation, link)) === null) return false;
  const { rows } = await operation.db.execute(sql<{ is_taken: boolean }>`
    SELECT EXISTS (
      SELECT 1 FROM alert_links
      WHERE partner_id = ${operation.partnerId} AND mail_id = ${link.mailId} AND alert_id = ${link.alertId}
        AND device_hash IS DISTINCT FROM ${hashSecret(link.deviceSecret)}
    ) AS is_taken`);
  return !rows[0]!.is_taken;
}

/**
 * Opens the session of a link in a mail, which shows that one alert. The first browser that does has the link for itself: it
 * may open it again, no other may.
 * @returns the secret for the cookie; null for a link that does not hold, or is another browser's
 */
export async function openAlertSession(
  tx: Operation,
  portalDomain: string,
  link: FollowedLink,
): Promise<string | null> {
  const { mailId, alertId, deviceSecret, origin } = link;
  const customerId = await customerOf(tx, link);
  if (customerId === null) return null;
  const now = tx.clock.now();
  const secret = generateToken();
  const { rows } = await tx.db.execute(sql`
    INSERT INTO alert_links
      (partner_id, mail_id, alert_id, id, customer_id, portal_domain_id, device_hash, session_hash, session_expires_at)
    SELECT partners.id, ${mailId}::uuid, ${alertId}::uuid, ${newId(tx.clock)}::uuid, ${customerId}::uuid, portal_domains.id,
      ${hashSecret(deviceSecret)}, ${hashSecret(secret)}, ${new Date(now.getTime() + alertSessionSeconds * 1_000)}::timestamptz
    FROM partners
    JOIN portal_domains ON portal_domains.partner_id = partners.id AND portal_domains.domain = ${portalDomain} AND ${serves}
    WHERE partners.id = ${tx.partnerId} AND partners.status = 'active'
    ON CONFLICT (partner_id, mail_id, alert_id) DO UPDATE
      SET portal_domain_id = excluded.portal_domain_id, session_hash = excluded.session_hash,
        session_expires_at = excluded.session_expires_at
      WHERE alert_links.device_hash = excluded.device_hash
    RETURNING id`);
  if (rows.length === 0) return null;
  const reader = tx.actingFor(tx.partnerId, { kind: 'customer', id: customerId });
  const details = { mail_id: mailId, ...origin };
  await recordFact(reader, { type: 'alert_link.opened', subjectId: alertId, customerId, details });
  return secret;
}

/** Ends the session of a link, if the secret is of one; the browser may open the link again. */
export async function endAlertSession(db: SharedDatabase, secret: string): Promise<void> {
  await db
    .updateTable('alert_links')
    .set({ session_hash: null, session_expires_at: null })
    .where('session_hash', '=', hashSecret(secret))
    .execute();
}

/** Ends all links in mails to a customer so far, opened or not, and their sessions. */
export async function voidAlertLinks(tx: Operation, customerId: string): Promise<void> {
  const since = new Date(tx.clock.now().getTime() - alertLinkSeconds * 1_000);
  const { rows } = await tx.db.execute(sql<{ mail_id: string; alert_id: string }>`
    SELECT mail.id AS mail_id, alert_id FROM notification_deliveries mail, unnest(mail.alerts) AS alert_id
    WHERE mail.partner_id = ${tx.partnerId} AND mail.customer_id = ${customerId} AND mail.created_at > ${since}`);
  await tx.db.execute(sql`
    INSERT INTO alert_links (partner_id, mail_id, alert_id, id, customer_id)
    SELECT ${tx.partnerId}::uuid, mail_id, alert_id, gen_random_uuid(), ${customerId}::uuid
    FROM unnest(${rows.map((each) => each.mail_id)}::uuid[], ${rows.map((each) => each.alert_id)}::uuid[])
      AS sent (mail_id, alert_id)
    ON CONFLICT (partner_id, mail_id, alert_id) DO UPDATE
      SET device_hash = NULL, session_hash = NULL, session_expires_at = NULL`);
}

/** Links are good for a week; their mails, which would take them along, are kept elsewhere in a sharded database. */
export async function dropOldAlertLinks({ db, clock }: Pick<Resources, 'db' | 'clock'>): Promise<void> {
  const oldest = new Date(clock.now().getTime() - 2 * alertLinkSeconds * 1_000);
  await db.deleteFrom('alert_links').where('mail_id', '<', lowestIdAt(oldest)).execute();
}

interface AlertSession {
  readonly alert_id: string;
  readonly expires_at: Date;
  readonly subject: ResourceKind;
  /** That the customer chose; null: none. */
  readonly language: string | null;
}

/** Which alert the session of a link shows on a portal domain, and until when; null without one. */
export async function alertSessionOf(
  operation: Operation,
  portalDomain: string,
  secret: string,
): Promise<AlertSession | null> {
  const { db, clock } = operation;
  const { rows: links } = await sql<LiveLink>`
    SELECT k.partner_id, k.mail_id, k.alert_id, k.customer_id, k.session_expires_at AS expires_at
    FROM alert_links k
    JOIN partners ON partners.id = k.partner_id AND partners.status = 'active'
    JOIN portal_domains ON portal_domains.partner_id = k.partner_id AND portal_domains.id = k.portal_domain_id
      AND portal_domains.domain = ${portalDomain} AND ${serves}
    WHERE k.session_hash = ${hashSecret(secret)} AND k.session_expires_at > ${clock.now()}`.execute(db.shared);
  const [link] = links;
  if (!link) return null;
  const { partner_id: partner, mail_id: mail, alert_id: alert } = link;
  const { rows } = await operation
    .actingFor(partner, operation.caller.actor)
    .db.execute(sql<Pick<AlertSession, 'subject' | 'language'>>`
    SELECT CASE WHEN alerts.domain_id IS NULL THEN 'endpoint' ELSE 'domain' END AS subject, customers.language
    FROM alerts JOIN customers ON customers.partner_id = ${partner} AND customers.id = ${link.customer_id}
    WHERE alerts.partner_id = ${partner} AND alerts.id = ${alert}
      AND ${alertLinkHolds({ partner, mail, alert }, clock.now())}`);
  return rows[0] ? { alert_id: alert, expires_at: link.expires_at, ...rows[0] } : null;
}

interface LiveLink {
  readonly partner_id: string;
  readonly mail_id: string;
  readonly alert_id: string;
  readonly customer_id: string;
  readonly expires_at: Date;
}

/** Whose alert a link shows; null: it does not hold. */
async function customerOf(
  operation: Operation,
  { mailId: mail, alertId: alert }: FollowedLink,
): Promise<string | null> {
  const { partnerId: partner } = operation;
  const { rows } = await operation.db.execute(sql<{ customer_id: string }>`
    SELECT customer_id FROM notification_deliveries
    WHERE partner_id = ${partner} AND id = ${mail}
      AND ${alertLinkHolds({ partner, mail, alert }, operation.clock.now())}`);
  return rows[0]?.customer_id ?? null;
}
