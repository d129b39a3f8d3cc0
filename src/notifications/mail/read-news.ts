import { rankOf, type Severity } from '../../common/severity.ts';
import type { Operation } from '../../core/operation/operation.ts';
import {
  type AlertKind,
  type AlertRecord,
  alertRecords,
  howItEnded,
  subjectNameOf,
} from '../../monitoring/alerts/index.ts';
import { inIds } from '../../platform/database/in-ids.ts';
import { messagesIn } from '../../platform/messages/messages.ts';
import { type AlertNotification, describeAlerts, findNotifications } from '../alert-notifications/index.ts';
import type { NewsItem } from './alert-mail.ts';
import { noteOf } from './news-notes.ts';
import { wantsResolved } from './note-alerts.ts';
import type { Recipient } from './recipient-record.ts';
import { type Choices, readChoices, type SettingsChoice } from './settings.ts';

/** What a recipient is to be told. */
export interface News {
  /** Of what is open, the most severe first. */
  readonly fresh: readonly AlertNotification[];
  /** Of what is over. */
  readonly over: readonly AlertNotification[];
}

/**
 * What a recipient wants to hear of these alerts as they are now, and does not know yet: what somebody dealt with meanwhile is left
 * out, and so is what the settings leave out by now.
 */
export async function readNews(
  operation: Operation,
  kinds: readonly AlertKind[],
  recipient: Recipient,
  { alertIds, isDigest }: { readonly alertIds: readonly string[]; readonly isDigest: boolean },
): Promise<News> {
  const choices = await readChoices(operation, kinds, recipient.customer_id);
  const subject = { kind: 'recipient', id: recipient.id } as const;
  const notifications = await findNotifications(
    operation,
    subject,
    recipient.customer_id,
    alertIds,
    ({ kind, severity }) => ({
      isWanted: isWanted(severity, choices.get(kind)),
      wantsResolved: isDigest || wantsResolved(recipient),
      // The billing system's address is the customer's from the beginning; its row is made for its first mail.
      listensSince: recipient.source === 'billing' ? new Date(0) : recipient.created_at,
    }),
  );
  return {
    fresh: notifications.filter(({ notified }) => !notified.is_over),
    over: notifications.filter(({ notified }) => notified.is_over),
  };
}

/** Whether anybody is told anything by it. */
export function isEmpty({ fresh, over }: News): boolean {
  return fresh.length + over.length === 0;
}

function isWanted(severity: Severity, choice: SettingsChoice | undefined): boolean {
  if (!choice?.enabled) return false;
  return rankOf(severity) >= rankOf(choice.min_severity ?? 'low');
}

/** Alerts in the words of a mail, in the order of what is to be told of them, for a reader of a time zone. */
export async function describeNews(
  operation: Operation,
  kinds: readonly AlertKind[],
  notifications: readonly AlertNotification[],
  timeZone: string,
): Promise<NewsItem[]> {
  const ids = notifications.map(({ alertId }) => alertId);
  const records = await alertRecords(operation).where(inIds('alerts.id', ids)).execute();
  const items = new Map((await describeRecords(operation, kinds, records)).map((item) => [item.id, item]));
  const t = messagesIn(operation.language);
  const endings = new Map(records.map((record) => [record.id, howItEnded(t, record) ?? undefined]));
  return notifications.flatMap((notification) => {
    const item = items.get(notification.alertId);
    if (!item) return [];
    const note = noteOf(t, notification, timeZone) ?? endings.get(notification.alertId);
    // Of what is over there is nothing left to do.
    const told = notification.notified.is_over ? { ...item, why: null, what: null } : item;
    return [{ ...told, note }];
  });
}

/** Alerts in the words of a mail, in their order. */
export async function describeRecords(
  operation: Operation,
  kinds: readonly AlertKind[],
  records: readonly AlertRecord[],
): Promise<NewsItem[]> {
  const described = await describeAlerts(operation, kinds, records);
  return records.flatMap((alert) => {
    const found = described.get(alert.id);
    if (!found) return [];
    const { kind, title, inShort } = found;
    const { id, severity } = alert;
    const canBeAllowed = kind.countedAs === 'open_ports';
    const where = subjectNameOf(alert);
    return [{ subject: kind.subject, words: kind.mail.words, id, severity, title, where, ...inShort, canBeAllowed }];
  });
}

/** The choices of a customer, of the kinds that are wanted: the least severity by kind. */
export function wantedKinds(choices: Choices): ReadonlyMap<string, Severity> {
  return new Map(
    [...choices].flatMap(([kind, { enabled, min_severity: least }]) =>
      enabled ? [[kind, least ?? 'low'] as const] : [],
    ),
  );
}
