import { randomUUID } from 'node:crypto';
import { MailLinks } from '../../src/notifications/mail/mail-links.ts';
import type { ApiAnswer } from './api-client.ts';
import type { PortalBrowser } from './portal-browser.ts';
import type { TestPartner, TestService } from './test-service.ts';

export const alertLinkPath = '/mail/alert';

/** Lets the mails of a partner carry links that open their alerts. */
export async function allowAlertLinks(service: TestService, { partnerId }: TestPartner, allowed = true): Promise<void> {
  await service.store.database.pool.query(
    `INSERT INTO brandings (partner_id, alert_links, updated_at) VALUES ($1, $2, now())
     ON CONFLICT (partner_id) DO UPDATE SET alert_links = excluded.alert_links`,
    [partnerId, allowed],
  );
}

/** A mail about alerts as if it had been sent to the address that the billing system tells; the paths of its links, in their order. */
export async function mailAbout(
  service: TestService,
  { partnerId }: TestPartner,
  clientId: number,
  alertIds: readonly string[],
): Promise<string[]> {
  const { pool } = service.store.database;
  const now = service.clock.now();
  await pool.query(
    `INSERT INTO notification_recipients (partner_id, id, customer_id, source, address, status, created_at, updated_at)
     SELECT partner_id, id, id, 'billing', email, 'active', $3, $3 FROM customers WHERE partner_id = $1 AND billing_customer_id = $2
     ON CONFLICT DO NOTHING`,
    [partnerId, clientId, now],
  );
  const mailId = randomUUID();
  await pool.query(
    `INSERT INTO notification_deliveries
       (partner_id, id, customer_id, recipient_id, kind, address, alerts, status, created_at, settled_at)
     SELECT partner_id, $3, id, id, 'alerts', email, $4, 'sent', $5, $5 FROM customers
     WHERE partner_id = $1 AND billing_customer_id = $2`,
    [partnerId, clientId, mailId, alertIds, now],
  );
  const links = new MailLinks(service.store.keys.lasting);
  return alertIds.map((alertId) => `${alertLinkPath}?token=${links.alertToken(partnerId, mailId, alertId)}`);
}

/** Presses the button on the page of a link. */
export function press(browser: PortalBrowser, link: string): Promise<ApiAnswer> {
  return browser.send('POST', link, '', { 'content-type': 'application/x-www-form-urlencoded' });
}
