import type { Severity } from '../../common/severity.ts';
import type { MessageItem } from './message.ts';

/** How an item looks: by its severity, or as what is over. */
export type Look = Severity | 'over';

export function lookOf({ change, severity }: MessageItem): Look {
  return change === 'over' || change === 'passed' ? 'over' : severity;
}

/** As #rrggbb. */
export const colours: Readonly<Record<Look, string>> = {
  critical: '#d0021b',
  high: '#e67e22',
  medium: '#f1c40f',
  low: '#3498db',
  over: '#2ecc71',
};
