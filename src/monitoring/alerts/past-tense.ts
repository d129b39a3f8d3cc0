import { timeIn } from '../../platform/messages/local-words.ts';
import type { MessageKey, Messages, MessageValues } from '../../platform/messages/message.ts';
import type { AlertRecord } from './alert-record.ts';

type Ended = Pick<AlertRecord, 'kind' | 'status' | 'resolution' | 'resolved_at'>;

/** What ended an alert, as a sentence: only a scan says that its cause is gone. Null: it is not over. */
export function howItEnded(t: Messages, { kind, status, resolution, resolved_at: at }: Ended): string | null {
  if (status !== 'resolved' || resolution === null || at === null) return null;
  const ofKind = `alert.over.${kind}_${resolution}` as const;
  return t(t.has(ofKind) ? ofKind : `alert.over.${resolution}`, { time: timeIn(t.language, at) });
}

/**
 * An explanation begins with how things are. Of an alert that is over it begins with until when they were so, and what ended it: nobody is told
 * that something is open which is closed, nor that it is closed where only a person said so.
 * @param until the sentence of its kind, which takes the values and `time`
 */
export function inPastTense(
  t: Messages,
  alert: Ended & Pick<AlertRecord, 'last_detected_at'>,
  explanation: string,
  [until, values]: readonly [MessageKey, MessageValues],
): string {
  const ended = howItEnded(t, alert);
  if (ended === null) return explanation;
  const [, ...reasons] = explanation.split('\n\n');
  const was = t(until, { ...values, time: timeIn(t.language, alert.last_detected_at) });
  return [`${was} ${ended}`, ...reasons].join('\n\n');
}
