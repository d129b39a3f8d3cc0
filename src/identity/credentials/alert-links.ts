import { type RawBuilder, sql } from 'kysely';

/** How long after its mail was made a link in it opens its alert. */
export const alertLinkSeconds = 7 * 86_400;

type Value<T> = RawBuilder<T> | T;

/**
 * A condition: whether the link that a mail carries to an alert may be opened, and a session by it goes on. It is looked at with
 * every request, so that the link ends with what it came from: the mail's time, the recipient under that very address, the
 * monitoring of the server or domain, the alert, and the partner's consent.
 */
export function alertLinkHolds(
  link: { readonly partner: Value<string>; readonly mail: Value<string>; readonly alert: Value<string> },
  now: Date | RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (
    SELECT 1 FROM notification_deliveries mail
    JOIN notification_recipients recipient ON recipient.partner_id = mail.partner_id AND recipient.id = mail.recipient_id
      AND recipient.status = 'active' AND lower(recipient.address) = lower(mail.address)
    JOIN customers customer ON customer.partner_id = mail.partner_id AND customer.id = mail.customer_id
      AND (recipient.source = 'added' OR lower(customer.email) = lower(recipient.address))
    JOIN brandings branding ON branding.partner_id = mail.partner_id AND branding.alert_links
    JOIN alerts alert ON alert.partner_id = mail.partner_id AND alert.customer_id = mail.customer_id AND alert.id = ANY (mail.alerts)
    LEFT JOIN endpoints server ON server.partner_id = alert.partner_id AND server.id = alert.endpoint_id
    LEFT JOIN monitored_domains domain ON domain.partner_id = alert.partner_id AND domain.id = alert.domain_id
    WHERE mail.partner_id = ${link.partner} AND mail.id = ${link.mail} AND alert.id = ${link.alert} AND mail.kind = 'alerts'
      AND mail.created_at > ${now}::timestamptz - ${alertLinkSeconds} * interval '1 second'
      AND coalesce(server.status, domain.status) = 'active')`;
}
