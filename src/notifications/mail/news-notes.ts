import { dayIn } from '../../platform/messages/local-words.ts';
import type { Messages } from '../../platform/messages/message.ts';
import type { AlertNotification, NotificationReason } from '../alert-notifications/index.ts';

type Note = (t: Messages, notification: AlertNotification, timeZone: string) => string | null;

/** What there is to say of an alert that is not plainly new. */
const notes: Record<NotificationReason, Note | null> = {
  new: null,
  worse: (t, { knownSeverity }) =>
    knownSeverity === null
      ? t('mail.note.worse')
      : t('mail.note.worse-than', { severity: t(`mail.severity-word.${knownSeverity}`) }),
  back: (t, { previousEnd }, timeZone) =>
    [
      previousEnd === null
        ? t('mail.note.back')
        : t('mail.note.back-after', { day: dayIn(t.language, previousEnd, timeZone) }),
      t('mail.note.not-each-time'),
    ].join(' '),
  reopened: (t) => t('mail.note.reopened'),
  over: (t, { isDismissed }) => (isDismissed ? t('mail.note.false-positive') : null),
  came_and_went: (t) => t('mail.note.came-and-went'),
};

/** A sentence that goes with an alert, or none. */
export function noteOf(t: Messages, notification: AlertNotification, timeZone: string): string | undefined {
  return notes[notification.reason]?.(t, notification, timeZone) ?? undefined;
}
