import { changes, type MessageWords } from '../message.ts';

/** Words of no language, as long as those of the longest are. */
export const plainWords: MessageWords = {
  label: (change, severity) => `${severity}, ${change}, which takes a few more words in some languages`,
  summary: (counts, worst) => `Alerts: ${changes.map((change) => `${counts[change]} ${change}`).join(', ')} (${worst})`,
  testHeadline: (sender) => `Test: ${sender}`,
  testText: 'This is a test.',
  flapNote: 'It opens and closes again and again, of which one hears once it has been steady for as long as two days.',
  rest: (count) => `There are ${count} more where all of them are.`,
  more: 'There are more where all of them are.',
  open: 'Open',
  alert: 'Alert',
  allAlerts: 'All alerts',
};
