import { Badge } from '../ui/badge.tsx';
import { absoluteTime, Time } from '../ui/time.tsx';
import type { PortalDomain } from './data.ts';

type Reach = NonNullable<PortalDomain['reach']>;
type Tone = 'neutral' | 'good' | 'warning' | 'bad';

const ofDns: Readonly<Record<Reach['dns']['state'], readonly [Tone, string]>> = {
  here: ['good', 'Leads here'],
  elsewhere: ['warning', 'Leads elsewhere'],
  resolves: ['neutral', 'Leads somewhere'],
  absent: ['bad', 'Leads nowhere'],
  unanswered: ['neutral', 'No answer'],
};

const ofTls: Readonly<Record<Reach['tls']['state'], readonly [Tone, string]>> = {
  valid: ['good', 'Valid'],
  expired: ['bad', 'Expired'],
  other_name: ['bad', 'For another name'],
  untrusted: ['bad', 'Not trusted'],
  unreachable: ['bad', 'No answer'],
  refused: ['warning', 'Not looked at'],
  unknown: ['neutral', 'Not known'],
};

/** Where the domain leads, as it was last seen. */
export function DnsStatus({ domain: { reach, leads_here: record } }: { domain: PortalDomain }) {
  if (reach === null) return <Badge>Not looked at yet</Badge>;
  const { state, cname, addresses } = reach.dns;
  const [tone, label] = ofDns[state];
  const seen = [...(cname === null ? [] : [cname]), ...addresses].join(', ');
  return (
    <span className="grid justify-items-start gap-1">
      <Badge tone={tone}>{label}</Badge>
      {seen && <span className="text-xs text-muted [overflow-wrap:anywhere]">{seen}</span>}
      {state === 'elsewhere' && record && (
        <span className="text-xs text-muted [overflow-wrap:anywhere]">
          It should lead to {record.value}, unless a proxy of yours stands in between.
        </span>
      )}
    </span>
  );
}

/** The certificate that answers under the domain, as it was last seen. */
export function TlsStatus({ domain: { reach, domain } }: { domain: PortalDomain }) {
  if (reach === null) return <Badge>Not looked at yet</Badge>;
  const { state, names, issuer, expires_at: expires } = reach.tls;
  const [tone, label] = ofTls[state];
  return (
    <span className="grid justify-items-start gap-1">
      <Badge tone={tone}>{label}</Badge>
      {expires && (
        <span className="text-xs text-muted">
          {state === 'expired' ? 'Ended' : 'Ends'} {absoluteTime(new Date(expires))}
        </span>
      )}
      {names.length > 0 && !(names.length === 1 && names[0] === domain) && (
        <span className="text-xs text-muted [overflow-wrap:anywhere]">For {names.slice(0, 3).join(', ')}</span>
      )}
      {issuer && <span className="text-xs text-muted [overflow-wrap:anywhere]">From {issuer}</span>}
      <span className="text-xs text-muted">
        Looked at <Time at={reach.checked_at} />
      </span>
      {state === 'refused' && (
        <span className="text-xs text-muted">Its addresses are not public, so nothing was connected to.</span>
      )}
    </span>
  );
}
