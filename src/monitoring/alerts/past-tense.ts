import { timeIn } from '../../platform/messages/local-words.ts';
import type { MessageKey, Messages, MessageValues } from '../../platform/messages/message.ts';
import type { AlertRecord } from './alert-record.ts';

/**
 * An explanation begins with how things are. Of an alert that is over it begins with until when they were so, and what ended it: nobody is told
 * that something is open which is closed, nor that it is closed where only a person said so.
 * @param until the sentence of its kind, which takes the values and `time`
 */
export function inPastTense(
  t: Messages,
  alert: Pick<AlertRecord, 'status' | 'resolution' | 'resolved_at' | 'last_detected_at' | 'domain_id'>,
  explanation: string,
  [until, values]: readonly [MessageKey, MessageValues],
): string {
  const { status, resolution, resolved_at: at, domain_id: domainId } = alert;
  if (status !== 'resolved' || resolution === null || at === null) return explanation;
  const [, ...reasons] = explanation.split('\n\n');
  const ended = resolution === 'manual' && domainId !== null ? 'leak_manual' : resolution;
  const lead = [
    t(until, { ...values, time: timeIn(t.language, alert.last_detected_at) }),
    t(`alert.over.${ended}`, { time: timeIn(t.language, at) }),
  ];
  return [lead.join(' '), ...reasons].join('\n\n');
}
