import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiError } from '../api/api.ts';
import { type MessageKey, t } from '../messages/messages.ts';
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
const forPeople: Readonly<Record<string, MessageKey>> = {
  ENDPOINT_LIMIT_EXCEEDED: 'portal.error.endpoint-limit-exceeded',
  DOMAIN_LIMIT_EXCEEDED: 'portal.error.domain-limit-exceeded',
  DNS_RESOLUTION_FAILED: 'portal.error.dns-resolution-failed',
  ENDPOINT_NOT_ACTIVE: 'portal.error.endpoint-not-active',
  ENDPOINT_NOT_FOUND: 'portal.error.endpoint-not-found',
  ALERT_STATE_CONFLICT: 'portal.error.alert-state-conflict',
  RULE_ALREADY_EXISTS: 'portal.error.rule-already-exists',
  SCAN_DISPATCH_FAILED: 'portal.error.scan-dispatch-failed',
  CHANNEL_LIMIT_EXCEEDED: 'portal.channels.as-many',
  CHANNEL_NOT_FOUND: 'portal.channels.gone',
  CHANNEL_TESTED_RECENTLY: 'portal.channels.tested-recently',
  RECIPIENT_LIMIT_EXCEEDED: 'portal.error.recipient-limit-exceeded',
  RECIPIENT_NOT_FOUND: 'portal.error.recipient-not-found',
  CONFIRMATION_SENT_RECENTLY: 'portal.error.confirmation-sent-recently',
  LAST_SECOND_FACTOR: 'portal.error.last-second-factor',
  PASSKEY_LIMIT_EXCEEDED: 'portal.error.passkey-limit',
  SECOND_FACTOR_NOT_SET_UP: 'console.people.set-up-own-first',
  MAIL_NOT_SET_UP: 'portal.error.mail-not-set-up',
  PROOF_REQUIRED: 'portal.error.proof-required',
  RATE_LIMITED: 'portal.error.rate-limited',
};

/** What went wrong, in words; nothing when nothing did. */
export function ErrorNotice({ error }: { error: Error | null | undefined }) {
  if (!error) return null;
  const isOffline = !(error instanceof ApiError);
  if (isOffline)
    return (
      <Notice kind="error" title={t('portal.error.unreachable')}>
        {t('portal.error.check-connection')}
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
      {error.retryAfterSeconds !== null && (
        <p>{t('portal.error.retry-after', { time: duration(error.retryAfterSeconds) })}</p>
      )}
    </Notice>
  );
}

function titleOf({ code, message }: ApiError, sentences: readonly string[]): string {
  if (code !== null && forPeople[code] !== undefined) return t(forPeople[code]);
  return sentences.length > 0 ? t('portal.error.check-input') : message;
}
