import { sql } from 'kysely';
import { recordAudit } from '../../core/audit/record-audit.ts';
import type { Operation, Resources } from '../../core/operation/operation.ts';
import type { ResourceKind } from '../../core/operation/resource-kinds.ts';
import { newId } from '../../platform/ids.ts';
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
}

/** Whether the link can be opened in that browser: it holds, and no other browser has opened it. */
export async function isAlertLinkOpen(operation: Operation, link: FollowedLink): Promise<boolean> {
  const { mailId, alertId, deviceSecret } = link;
  const { rows } = await operation.db.execute(sql<{ is_open: boolean }>`
    SELECT ${holds(operation, link)} AND NOT EXISTS (
      SELECT FROM alert_links WHERE partner_id = ${operation.partnerId} AND mail_id = ${mailId} AND alert_id = ${alertId}
        AND device_hash IS DISTINCT FROM ${hashSecret(deviceSecret)}
    ) AS is_open`);
  return rows[0]!.is_open;
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
  const { mailId, alertId, deviceSecret } = link;
  const now = tx.clock.now();
  const secret = generateToken();
  const { rows } = await tx.db.execute(sql<{ customer_id: string }>`
    INSERT INTO alert_links
      (partner_id, mail_id, alert_id, id, customer_id, portal_domain_id, device_hash, session_hash, session_expires_at)
    SELECT mail.partner_id, mail.id, ${alertId}::uuid, ${newId(tx.clock)}::uuid, mail.customer_id, portal_domains.id,
      ${hashSecret(deviceSecret)}, ${hashSecret(secret)}, ${new Date(now.getTime() + alertSessionSeconds * 1_000)}::timestamptz
    FROM notification_deliveries mail
    JOIN partners ON partners.id = mail.partner_id AND partners.status = 'active'
    JOIN portal_domains ON portal_domains.partner_id = mail.partner_id AND portal_domains.domain = ${portalDomain} AND ${serves}
    WHERE mail.partner_id = ${tx.partnerId} AND mail.id = ${mailId} AND ${holds(tx, link)}
    ON CONFLICT (partner_id, mail_id, alert_id) DO UPDATE
      SET portal_domain_id = excluded.portal_domain_id, session_hash = excluded.session_hash,
        session_expires_at = excluded.session_expires_at
      WHERE alert_links.device_hash = excluded.device_hash
    RETURNING customer_id`);
  const [opened] = rows;
  if (!opened) return null;
  const { customer_id: customerId } = opened;
  const reader = tx.actingFor(tx.partnerId, { kind: 'customer', id: customerId });
  const details = { mail_id: mailId };
  await recordAudit(reader, { action: 'alert_link.opened', subjectId: alertId, customerId, details });
  return secret;
}

/** Ends the session of a link, if the secret is of one; the browser may open the link again. */
export async function endAlertSession({ db }: Pick<Resources, 'db'>, secret: string): Promise<void> {
  await db
    .updateTable('alert_links')
    .set({ session_hash: null, session_expires_at: null })
    .where('session_hash', '=', hashSecret(secret))
    .execute();
}

/** Ends all links in mails to a customer so far, opened or not, and their sessions. */
export async function voidAlertLinks(tx: Operation, customerId: string): Promise<void> {
  const since = new Date(tx.clock.now().getTime() - alertLinkSeconds * 1_000);
  await tx.db.execute(sql`
    INSERT INTO alert_links (partner_id, mail_id, alert_id, id, customer_id)
    SELECT mail.partner_id, mail.id, alert_id, gen_random_uuid(), mail.customer_id
    FROM notification_deliveries mail, unnest(mail.alerts) AS alert_id
    WHERE mail.partner_id = ${tx.partnerId} AND mail.customer_id = ${customerId} AND mail.created_at > ${since}
    ON CONFLICT (partner_id, mail_id, alert_id) DO UPDATE
      SET device_hash = NULL, session_hash = NULL, session_expires_at = NULL`);
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
  { db, clock }: Operation,
  portalDomain: string,
  secret: string,
): Promise<AlertSession | null> {
  const now = clock.now();
  const link = { partner: sql<string>`k.partner_id`, mail: sql<string>`k.mail_id`, alert: sql<string>`k.alert_id` };
  const { rows } = await sql<AlertSession>`
    SELECT k.alert_id, k.session_expires_at AS expires_at,
      CASE WHEN alerts.domain_id IS NULL THEN 'endpoint' ELSE 'domain' END AS subject, customers.language
    FROM alert_links k
    JOIN partners ON partners.id = k.partner_id AND partners.status = 'active'
    JOIN portal_domains ON portal_domains.partner_id = k.partner_id AND portal_domains.id = k.portal_domain_id
      AND portal_domains.domain = ${portalDomain} AND ${serves}
    JOIN alerts ON alerts.partner_id = k.partner_id AND alerts.id = k.alert_id
    JOIN customers ON customers.partner_id = k.partner_id AND customers.id = k.customer_id
    WHERE k.session_hash = ${hashSecret(secret)} AND k.session_expires_at > ${now} AND ${alertLinkHolds(link, now)}`.execute(
    db.unscoped,
  );
  return rows[0] ?? null;
}

function holds(operation: Operation, { mailId: mail, alertId: alert }: FollowedLink) {
  return alertLinkHolds({ partner: operation.partnerId, mail, alert }, operation.clock.now());
}
