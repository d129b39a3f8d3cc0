/** Publishers of what versions are judged by, as they want to be named. */
export const sourceNames = {
  'distro-info': 'distro-info-data',
  endoflife: 'endoflife.date',
  debian: 'security-tracker.debian.org',
  ubuntu: 'Canonical Ubuntu (CC BY-SA 4.0)',
} as const;
