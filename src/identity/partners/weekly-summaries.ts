import type { Operation } from '../../core/operation/operation.ts';
import { changeSetting, readSetting } from './partner-settings.ts';

/** Whether the partner's customers get a mail each week in which they heard nothing else. */
export function sendsWeeklySummaries(operation: Operation): Promise<boolean> {
  return readSetting(operation, 'weekly_summaries');
}

/** What is in force for all mails from then on. */
export function setWeeklySummaries(operation: Operation, enabled: boolean): Promise<void> {
  return changeSetting(operation, 'weekly_summaries', enabled);
}
