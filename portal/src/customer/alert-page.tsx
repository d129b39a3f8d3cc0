import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { withReadableNames } from '../../../src/engines/domain-names/readable-name.ts';
import { t } from '../messages/messages.ts';
import { Badge } from '../ui/badge.tsx';
import { Card, Placeholder } from '../ui/card.tsx';
import { Facts } from '../ui/facts.tsx';
import { MissingOrFailed } from '../ui/load-error.tsx';
import { Page, PagePlaceholder } from '../ui/page.tsx';
import { SeverityBadge } from '../ui/severity.tsx';
import { FullTime } from '../ui/time.tsx';
import { AlertActions } from './alert-actions.tsx';
import { AlertChecklist } from './alert-checklist.tsx';
import { extrasOf } from './alert-extras.tsx';
import { factsOf } from './alert-facts.tsx';
import { resolutionOf, statusText, subjectName } from './alert-words.ts';
import { type Alert, alertQuery, openedAlertsKey } from './data.ts';
import { ExplanationParagraph } from './explanation-paragraph.tsx';
import { backToList } from './list-memory.ts';

const backs = {
  endpoint: () => backToList('/alerts', t('portal.nav.alerts')),
  domain: () => backToList('/leaks', t('portal.nav.leaks')),
} as const;

/** At the address of an alert about a server. */
export function ServerAlertPage() {
  return <AlertPage list="endpoint" />;
}

/** At the address of an alert about a domain. */
export function DomainAlertPage() {
  return <AlertPage list="domain" />;
}

/** One alert of any kind, as the API tells of it; what only some kinds have is in alert-extras.tsx. */
function AlertPage({ list }: { list: keyof typeof backs }) {
  const { alertId = '' } = useParams({ strict: false });
  const alert = useQuery(alertQuery(alertId));
  if (alert.data) return <Contents alert={alert.data} />;
  if (alert.isPaused) return <NotKept back={backs[list]()} />;
  if (alert.isError) return <MissingOrFailed of={alert} back={backs[list]()} />;
  return (
    <PagePlaceholder>
      <Placeholder className="h-40" />
      <Placeholder className="h-96" />
    </PagePlaceholder>
  );
}

/** There is no connection, and the alert was not opened before: what can be read meanwhile. */
function NotKept({ back }: { back: ReturnType<(typeof backs)[keyof typeof backs]> }) {
  const opened = useQueryClient().getQueriesData<Alert>({ queryKey: openedAlertsKey });
  const kept = opened.flatMap(([, alert]) => alert ?? []);
  return (
    <Page title={t('portal.offline.title')} back={back} lead={t('portal.offline.alert')}>
      {kept.length > 0 && (
        <Card title={t('portal.offline.kept')}>
          <ul className="list-disc pl-5 [overflow-wrap:anywhere]">
            {kept.map(({ id, title, subject }) => (
              <li key={id}>
                <Link
                  to={subject.type === 'domain' ? '/leaks/$alertId' : '/alerts/$alertId'}
                  params={{ alertId: id }}
                  className="inline-flex min-h-6 items-center text-accent underline"
                >
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </Page>
  );
}

function Contents({ alert }: { alert: Alert }) {
  const isEnded = alert.status === 'resolved';
  const [summary, ...reasons] = alert.explanation.split('\n\n');
  const { Actions = AlertActions, backOf = backs[alert.subject.type] } = extrasOf(alert);
  return (
    <Page
      title={alert.title}
      back={backOf(alert)}
      badges={
        <>
          <SeverityBadge severity={alert.severity} />
          <Badge tone={isEnded ? 'good' : 'neutral'}>{statusText(alert)}</Badge>
          <Subject alert={alert} />
        </>
      }
      // Of what is over, the last step tells.
      lead={isEnded ? undefined : withReadableNames(summary ?? '')}
    >
      {!isEnded && <Actions alert={alert} />}
      <AlertChecklist alert={alert} isSignedIn />
      {isEnded && <Actions alert={alert} />}
      {reasons.length > 0 &&
        (isEnded ? (
          <details className="rounded-xl border border-line bg-surface p-4 sm:p-5">
            <summary className="cursor-pointer font-semibold">{t('portal.alert.meant')}</summary>
            <div className="mt-4">
              <Reasons paragraphs={reasons} />
            </div>
          </details>
        ) : (
          <Card title={t('portal.alert.meaning')}>
            <Reasons paragraphs={reasons} />
          </Card>
        ))}
      <Evidence alert={alert} />
    </Page>
  );
}

function Reasons({ paragraphs }: { paragraphs: readonly string[] }) {
  return (
    <div className="grid max-w-prose grid-cols-[minmax(0,1fr)] gap-4 [overflow-wrap:anywhere]">
      {paragraphs.map((paragraph) => (
        <ExplanationParagraph key={paragraph} text={paragraph} />
      ))}
    </div>
  );
}

function Subject({ alert }: { alert: Alert }) {
  const name = subjectName(alert);
  if (alert.subject.type === 'domain')
    return (
      <Link
        to="/domains/$domainId"
        params={{ domainId: alert.subject.id }}
        className="text-sm text-accent underline [overflow-wrap:anywhere]"
      >
        {name}
      </Link>
    );
  return (
    <Link
      to="/servers/$serverId"
      params={{ serverId: alert.subject.id }}
      className="text-sm text-accent underline [overflow-wrap:anywhere]"
    >
      {name}
    </Link>
  );
}

function Evidence({ alert }: { alert: Alert }) {
  const { More } = extrasOf(alert);
  return (
    <Card title={t('portal.alert.evidence')}>
      <Facts
        facts={[
          ...factsOf(alert),
          [t('portal.alert.acknowledged'), alert.acknowledged_at && <FullTime at={alert.acknowledged_at} />],
          [t('portal.alert.resolved'), alert.resolved_at && <FullTime at={alert.resolved_at} />],
          [t('portal.alert.how-ended'), resolutionOf(alert)],
        ]}
      />
      {More && <More alert={alert} />}
    </Card>
  );
}
