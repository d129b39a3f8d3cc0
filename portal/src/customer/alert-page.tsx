import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Badge } from '../ui/badge.tsx';
import { Card, Placeholder } from '../ui/card.tsx';
import { Facts } from '../ui/facts.tsx';
import { MissingOrFailed } from '../ui/load-error.tsx';
import { Page, PagePlaceholder } from '../ui/page.tsx';
import { SeverityBadge, severityMeaning } from '../ui/severity.tsx';
import { FullTime } from '../ui/time.tsx';
import { AlertActions } from './alert-actions.tsx';
import { portOf, resolutionOf, serverName, statusLabels } from './alert-words.ts';
import { alertQuery, type ExplainedAlert } from './data.ts';
import { ExplanationParagraph } from './explanation-paragraph.tsx';
import { Remediation } from './remediation.tsx';

const route = getRouteApi('/customer/alerts/$alertId');
const back = { to: '/alerts', label: 'Alerts' };

export function AlertPage() {
  const { alertId } = route.useParams();
  const alert = useQuery(alertQuery(alertId));
  if (alert.data) return <Contents alert={alert.data} />;
  if (alert.isError) return <MissingOrFailed of={alert} back={back} />;
  return (
    <PagePlaceholder>
      <Placeholder className="h-40" />
      <Placeholder className="h-96" />
    </PagePlaceholder>
  );
}

function Contents({ alert }: { alert: ExplainedAlert }) {
  const isEnded = alert.status === 'resolved';
  const [summary, ...reasons] = alert.explanation.split('\n\n');
  return (
    <Page
      title={alert.title}
      back={back}
      badges={
        <>
          <SeverityBadge severity={alert.severity} />
          <Badge tone={isEnded ? 'good' : 'neutral'}>{statusLabels[alert.status]}</Badge>
          <Link
            to="/servers/$serverId"
            params={{ serverId: alert.endpoint_id }}
            className="text-sm text-accent underline [overflow-wrap:anywhere]"
          >
            {serverName(alert)}
          </Link>
        </>
      }
      lead={summary}
    >
      <AlertActions alert={alert} />
      <Card title="What this means">
        <div className="grid max-w-prose gap-4">
          {reasons.map((paragraph) => (
            <ExplanationParagraph key={paragraph} text={paragraph} />
          ))}
        </div>
      </Card>
      {!isEnded && <Remediation alertId={alert.id} />}
      <Evidence alert={alert} />
    </Page>
  );
}

function Evidence({ alert }: { alert: ExplainedAlert }) {
  return (
    <Card title="Evidence">
      <Facts
        facts={[
          ['Server', serverName(alert)],
          ['Port', portOf(alert)],
          ['Service', alert.service],
          ['Severity', severityMeaning(alert.severity)],
          ['First seen', <FullTime key="first" at={alert.first_detected_at} />],
          ['Last seen', <FullTime key="last" at={alert.last_detected_at} />],
          ['Acknowledged', alert.acknowledged_at && <FullTime at={alert.acknowledged_at} />],
          ['Resolved', alert.resolved_at && <FullTime at={alert.resolved_at} />],
          ['How it ended', resolutionOf(alert)],
        ]}
      />
    </Card>
  );
}
