import { type MessageKey, t } from '../messages/messages.ts';
import { Badge } from '../ui/badge.tsx';
import { absoluteTime, Time } from '../ui/time.tsx';
import type { PortalDomain } from './data.ts';

type Reach = NonNullable<PortalDomain['reach']>;
type Tone = 'neutral' | 'good' | 'warning' | 'bad';

const ofDns: Readonly<Record<Reach['dns']['state'], readonly [Tone, MessageKey]>> = {
  here: ['good', 'console.portal-reach.leads-here'],
  elsewhere: ['warning', 'console.portal-reach.leads-elsewhere'],
  resolves: ['neutral', 'console.portal-reach.leads-somewhere'],
  absent: ['bad', 'console.portal-reach.leads-nowhere'],
  unanswered: ['neutral', 'console.portal-reach.no-answer'],
};

const ofTls: Readonly<Record<Reach['tls']['state'], readonly [Tone, MessageKey]>> = {
  valid: ['good', 'console.portal-reach.valid'],
  expired: ['bad', 'console.common.expired'],
  other_name: ['bad', 'console.portal-reach.another-name'],
  untrusted: ['bad', 'console.portal-reach.not-trusted'],
  unreachable: ['bad', 'console.portal-reach.no-answer'],
  refused: ['warning', 'console.portal-reach.not-looked'],
  unknown: ['neutral', 'console.common.not-known'],
};

/** Where the domain leads, as it was last seen. */
export function DnsStatus({ domain: { reach, leads_here: record } }: { domain: PortalDomain }) {
  if (reach === null) return <Badge>{t('console.portal-reach.not-looked-yet')}</Badge>;
  const { state, cname, addresses } = reach.dns;
  const [tone, label] = ofDns[state];
  const seen = [...(cname === null ? [] : [cname]), ...addresses].join(', ');
  return (
    <span className="grid justify-items-start gap-1">
      <Badge tone={tone}>{t(label)}</Badge>
      {seen && <span className="text-xs text-muted [overflow-wrap:anywhere]">{seen}</span>}
      {state === 'elsewhere' && record && (
        <span className="text-xs text-muted [overflow-wrap:anywhere]">
          {t('console.portal-reach.should-lead-addresses-unless', { addresses: record.value })}
        </span>
      )}
    </span>
  );
}

/** The certificate that answers under the domain, as it was last seen. */
export function TlsStatus({ domain: { reach, domain } }: { domain: PortalDomain }) {
  if (reach === null) return <Badge>{t('console.portal-reach.not-looked-yet')}</Badge>;
  const { state, names, issuer, expires_at: expires } = reach.tls;
  const [tone, label] = ofTls[state];
  return (
    <span className="grid justify-items-start gap-1">
      <Badge tone={tone}>{t(label)}</Badge>
      {expires && (
        <span className="text-xs text-muted">
          {t(state === 'expired' ? 'console.portal-reach.ended-at' : 'console.portal-reach.ends-at', {
            time: absoluteTime(new Date(expires)),
          })}
        </span>
      )}
      {names.length > 0 && !(names.length === 1 && names[0] === domain) && (
        <span className="text-xs text-muted [overflow-wrap:anywhere]">
          {t('console.portal-reach.names', { names: names.slice(0, 3).join(', ') })}
        </span>
      )}
      {issuer && (
        <span className="text-xs text-muted [overflow-wrap:anywhere]">
          {t('console.portal-reach.issuer', { issuer })}
        </span>
      )}
      <span className="text-xs text-muted">
        {t('console.portal-reach.looked')} <Time at={reach.checked_at} />
      </span>
      {state === 'refused' && (
        <span className="text-xs text-muted">{t('console.portal-reach.addresses-not-public-nothing')}</span>
      )}
    </span>
  );
}
