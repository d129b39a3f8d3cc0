import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { answered, api } from '../api/api.ts';
import { announce } from '../ui/announcements.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card, Placeholder } from '../ui/card.tsx';
import { Facts } from '../ui/facts.tsx';
import { MissingOrFailed } from '../ui/load-error.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import { Page, PagePlaceholder } from '../ui/page.tsx';
import { SeverityBadge } from '../ui/severity.tsx';
import { FullTime } from '../ui/time.tsx';
import { useCustomerId } from './customer.ts';
import { domainAlertQuery, domainKeys, type ExplainedDomainAlert } from './domain-data.ts';
import { ExplanationParagraph } from './explanation-paragraph.tsx';
import { dataClasses, domainAlertStatusLabels, kindLabels } from './leak-words.ts';

const route = getRouteApi('/customer/leaks/$alertId');
const back = { to: '/leaks', label: 'Leaks' };

/** One alert about a domain: what leaked, what to do. */
export function LeakPage() {
  const { alertId } = route.useParams();
  const alert = useQuery(domainAlertQuery(useCustomerId(), alertId));
  if (alert.data) return <Contents alert={alert.data} />;
  if (alert.isError) return <MissingOrFailed of={alert} back={back} />;
  return (
    <PagePlaceholder>
      <Placeholder className="h-40" />
      <Placeholder className="h-96" />
    </PagePlaceholder>
  );
}

function Contents({ alert }: { alert: ExplainedDomainAlert }) {
  const [summary, ...reasons] = alert.explanation.split('\n\n');
  return (
    <Page
      title={alert.title}
      back={back}
      badges={
        <>
          <SeverityBadge severity={alert.severity} />
          <Badge tone={alert.status === 'resolved' ? 'good' : 'neutral'}>{domainAlertStatusLabels[alert.status]}</Badge>
          <span className="text-sm text-muted">{alert.domain}</span>
        </>
      }
      lead={summary}
    >
      {reasons.length > 0 && (
        <Card title="What this means">
          <div className="grid max-w-prose gap-4">
            {reasons.map((paragraph) => (
              <ExplanationParagraph key={paragraph} text={paragraph} />
            ))}
          </div>
        </Card>
      )}
      <Actions alert={alert} />
      <Card title="Evidence">
        <Facts
          facts={[
            ['Kind', kindLabels[alert.kind]],
            ['From', alert.breach_name ?? alert.actor],
            ['Findings', alert.findings_count.toLocaleString('en')],
            ['Accounts', alert.identities_count > 0 ? alert.identities_count.toLocaleString('en') : null],
            [
              'Passwords in clear text',
              alert.clear_text_secrets_count > 0 ? alert.clear_text_secrets_count.toLocaleString('en') : null,
            ],
            ['What leaked', alert.data_classes.length > 0 ? dataClasses(alert.data_classes) : null],
            ['First seen', <FullTime key="first" at={alert.first_detected_at} />],
            ['Last seen', <FullTime key="last" at={alert.last_detected_at} />],
            ['Source', alert.attribution.map(({ name }) => name).join(', ') || null],
          ]}
        />
        <p className="mt-4 text-sm">
          <Link
            to="/leaks"
            search={{ view: alert.finding_type === 'dark_web' ? 'dark-web' : 'credentials' }}
            className="text-accent underline"
          >
            See the findings
          </Link>
        </p>
      </Card>
    </Page>
  );
}

const paths = {
  acknowledge: '/api/v1/domain-monitoring/alerts/{id}/acknowledge',
  resolve: '/api/v1/domain-monitoring/alerts/{id}/resolve',
} as const;

function Actions({ alert }: { alert: ExplainedDomainAlert }) {
  const customerId = useCustomerId();
  const queryClient = useQueryClient();
  const move = useMutation({
    mutationFn: async (wanted: keyof typeof paths) =>
      (
        await answered(
          api.POST(paths[wanted], { params: { path: { id: alert.id } }, body: { billing_customer_id: customerId } }),
        )
      ).data,
    onSuccess: ({ alert: moved, message }) => {
      queryClient.setQueryData(domainAlertQuery(customerId, alert.id).queryKey, moved);
      announce(message);
      return queryClient.invalidateQueries({ queryKey: domainKeys });
    },
  });
  if (alert.status === 'resolved') return null;
  return (
    <Card title="Have you done what is needed?" lead="New evidence raises a new alert, whatever you choose.">
      <div className="flex flex-wrap gap-2">
        <Button kind="primary" busy={move.isPending} onClick={() => move.mutate('resolve')}>
          Yes, mark as resolved
        </Button>
        {alert.status === 'open' && (
          <Button disabled={move.isPending} onClick={() => move.mutate('acknowledge')}>
            Not yet, but I have seen it
          </Button>
        )}
      </div>
      <div className="mt-3 empty:hidden">
        <ErrorNotice error={move.error} />
      </div>
    </Card>
  );
}
