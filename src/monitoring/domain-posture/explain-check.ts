import type { PublishedRecord, Remark } from '../../engines/domain-posture/remarks.ts';
import { calendarDayIn } from '../../platform/messages/local-words.ts';
import type { Messages } from '../../platform/messages/message.ts';

/** What a check came to, a sentence or two for each remark. */
export function explainRemarks(t: Messages, remarks: readonly Remark[]): string {
  return remarks
    .map(({ reason, values: { date, ...values } }) =>
      t(`alert.posture.reason.${reason}`, {
        ...values,
        ...(date === undefined ? {} : { date: calendarDayIn(t.language, date) }),
      }),
    )
    .join(' ');
}

/** A record as zone files have it; long texts come in pieces. */
export function recordLine({ name, type, value }: PublishedRecord): string {
  const pieces =
    type === 'TXT'
      ? (value.match(/.{1,255}/gs) ?? ['']).map((piece) => `"${piece.replaceAll(/["\\]/g, '\\$&')}"`)
      : [value];
  return `${name}. ${type} ${pieces.join(' ')}`;
}
