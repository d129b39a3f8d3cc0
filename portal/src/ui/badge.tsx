import type { ReactNode } from 'react';

const tones = {
  neutral: 'border-line text-muted',
  good: 'border-good text-good',
  warning: 'border-high text-high',
  bad: 'border-critical text-critical',
} as const;

/** A word about the state of something. The word says it all; the colour only helps. */
export function Badge({ tone = 'neutral', children }: { tone?: keyof typeof tones; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center rounded-full border px-2 sm:whitespace-nowrap py-0.5 text-xs font-medium ${tones[tone]}`}
    >
      {children}
    </span>
  );
}
