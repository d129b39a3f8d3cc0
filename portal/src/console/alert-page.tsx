import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { withReadableNames } from '../../../src/engines/domain-names/readable-name.ts';
import { statusText } from '../customer/alert-words.ts';
import { ExplanationParagraph } from '../customer/explanation-paragraph.tsx';
import { t } from '../messages/messages.ts';
import { Badge } from '../ui/badge.tsx';
import { Card, Placeholder } from '../ui/card.tsx';
import { Facts } from '../ui/facts.tsx';
import { HostName } from '../ui/host-name.tsx';
import { MissingOrFailed } from '../ui/load-error.tsx';
import { Page, PagePlaceholder } from '../ui/page.tsx';
import { SeverityBadge, severityMeaning } from '../ui/severity.tsx';
import { FullTime } from '../ui/time.tsx';
import { type Alert, alertQuery } from './data.ts';
import { ViewAs } from './view-as.tsx';

/** One alert of any kind, for whoever answers the customer's questions. */
export function AlertPage() {
  const { alertId } = useParams({ from: '/console/alerts/$alertId' });
  const alert = useQuery(alertQuery(alertId));
  if (alert.data) return <Contents alert={alert.data} />;
  if (alert.isError)
    return <MissingOrFailed of={alert} back={{ to: '/console/alerts', label: t('console.common.open-alerts') }} />;
  return (
    <PagePlaceholder>
      <Placeholder className="h-96" />
    </PagePlaceholder>
  );
}

/** The same alert in the customer's portal. */
const portalPages = { endpoint: '/alerts', domain: '/leaks' } as const;

function Contents({ alert }: { alert: Alert }) {
  const { billing_customer_id: customerId, subject } = alert;
  const [summary, ...reasons] = alert.explanation.split('\n\n');
  return (
    <Page
      title={alert.title}
      back={{ to: `/console/customers/${customerId}`, label: t('console.common.customer-id', { id: customerId }) }}
      badges={
        <>
          <SeverityBadge severity={alert.severity} />
          <Badge tone={alert.status === 'resolved' ? 'good' : 'neutral'}>{statusText(alert)}</Badge>
        </>
      }
      lead={withReadableNames(summary ?? '')}
      actions={<ViewAs customerId={customerId} path={`${portalPages[subject.type]}/${alert.id}`} />}
    >
      <Card title={t('console.alert.what-seen')}>
        <Facts
          facts={[
            [
              t('console.common.about'),
              <Link
                key="about"
                to="/console/alerts"
                search={subject.type === 'endpoint' ? { server: subject.id } : { domain: subject.id }}
                className="text-accent underline"
              >
                <HostName name={subject.name} />
              </Link>,
            ],
            ...alert.facts.map(({ label, value }) => [label, withReadableNames(value)] as const),
            [t('console.common.severity'), severityMeaning(alert.severity)],
            [t('console.alert.first-seen'), <FullTime key="first" at={alert.first_detected_at} />],
            [t('console.alert.last-seen'), <FullTime key="last" at={alert.last_detected_at} />],
          ]}
        />
      </Card>
      {reasons.length > 0 && (
        <Card title={t('console.alert.what-means')}>
          <div className="grid max-w-prose grid-cols-[minmax(0,1fr)] gap-4 [overflow-wrap:anywhere]">
            {reasons.map((paragraph) => (
              <ExplanationParagraph key={paragraph} text={paragraph} />
            ))}
          </div>
        </Card>
      )}
    </Page>
  );
}
