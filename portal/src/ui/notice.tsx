import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiError } from '../api/api.ts';
import { duration } from './time.tsx';

const looks = {
  info: { icon: Info, colour: 'border-low text-low', role: 'note' },
  good: { icon: CircleCheck, colour: 'border-good text-good', role: 'status' },
  warning: { icon: TriangleAlert, colour: 'border-high text-high', role: 'note' },
  error: { icon: CircleAlert, colour: 'border-critical text-critical', role: 'alert' },
} as const;

/** Something that the reader should know before going on. */
export function Notice({ kind, title, children }: { kind: keyof typeof looks; title?: string; children: ReactNode }) {
  const { icon: Icon, colour, role } = looks[kind];
  return (
    <div role={role} className={`flex gap-3 rounded-xl border bg-surface p-4 ${colour}`}>
      <Icon aria-hidden="true" size={20} className="mt-0.5 shrink-0" />
      <div className="min-w-0 text-sm text-ink [overflow-wrap:anywhere]">
        {title && <p className="font-semibold">{title}</p>}
        {children}
      </div>
    </div>
  );
}

/** The API speaks to billing systems; people are told the same in their own words. */
const forPeople: Readonly<Record<string, string>> = {
  ENDPOINT_LIMIT_EXCEEDED: 'Your plan has no room for another active server.',
  DOMAIN_LIMIT_EXCEEDED: 'Your plan has no room for another active domain.',
  DNS_RESOLUTION_FAILED: 'That host name leads to no address. Check its spelling, or enter the IP address.',
  ENDPOINT_NOT_ACTIVE: 'The server is paused. Resume it, then it can be scanned.',
  ENDPOINT_NOT_FOUND: 'This server is no longer monitored.',
  ALERT_STATE_CONFLICT: 'The alert has changed in the meantime. Load the page again.',
  RULE_ALREADY_EXISTS: 'There is another rule for the same servers and ports.',
  SCAN_DISPATCH_FAILED: 'The scan could not be started. Try again.',
  RECIPIENT_LIMIT_EXCEEDED: 'There is no room for another address. Remove one first.',
  RECIPIENT_NOT_FOUND: 'This address is not in the list any more.',
  CONFIRMATION_SENT_RECENTLY: 'This address was asked a short while ago. Look for the mail, or try again later.',
  MAIL_NOT_SET_UP: 'E-mail is not set up for this portal yet.',
  RATE_LIMITED: 'This server was scanned a moment ago.',
};

/** What went wrong, in words; nothing when nothing did. */
export function ErrorNotice({ error }: { error: Error | null | undefined }) {
  if (!error) return null;
  const isOffline = !(error instanceof ApiError);
  if (isOffline)
    return (
      <Notice kind="error" title="The server cannot be reached">
        Check your connection; the page tries again when you do.
      </Notice>
    );
  const sentences = Object.values(error.fields).flat();
  return (
    <Notice kind="error" title={titleOf(error, sentences)}>
      {sentences.length > 0 && (
        <ul className="list-disc pl-4">
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      {error.retryAfterSeconds !== null && <p>Try again in {duration(error.retryAfterSeconds)}.</p>}
    </Notice>
  );
}

function titleOf({ code, message }: ApiError, sentences: readonly string[]): string {
  if (code !== null && forPeople[code] !== undefined) return forPeople[code];
  return sentences.length > 0 ? 'Check what you entered' : message;
}
