import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { ScanSearch } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { Paths } from '../../../client/client.ts';
import { withReadableNames } from '../../../src/engines/domain-names/readable-name.ts';
import { answered, api } from '../api/api.ts';
import type { Portal, SignedIn } from '../api/session.ts';
import { Announcements, announce } from '../ui/announcements.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card, Placeholder } from '../ui/card.tsx';
import { Facts } from '../ui/facts.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { ErrorNotice, Notice } from '../ui/notice.tsx';
import { OfflineNotice } from '../ui/offline-notice.tsx';
import { Page, PagePlaceholder } from '../ui/page.tsx';
import { SeverityBadge, severityMeaning } from '../ui/severity.tsx';
import { duration, FullTime, Time } from '../ui/time.tsx';
import { AlertCommands } from './alert-commands.tsx';
import { resolutionOf, statusText, subjectName } from './alert-words.ts';
import { type Alert, alertQuery, exposureKeys } from './data.ts';
import { ExplanationParagraph } from './explanation-paragraph.tsx';
import { Remediation } from './remediation.tsx';
import { WayIn } from './signed-out.tsx';

type Check =
  Paths['/api/v1/monitoring/alerts/{id}/check']['get']['responses'][200]['content']['application/json']['data']['check'];

type AlertLink = Extract<SignedIn, { kind: 'alert_link' }>;

const checkPath = '/api/v1/monitoring/alerts/{id}/check';
const pollMs = 2_000;

/** The one alert that a link in a mail opens: what it means, how to end it, and a look whether it is over. */
export function LinkedAlert({ link, portal }: { link: AlertLink; portal: Portal }) {
  const { pathname } = useLocation();
  const own = `${link.subject === 'endpoint' ? '/alerts' : '/leaks'}/${link.alert_id}`;
  return (
    <>
      <header className="border-b border-line bg-surface py-3 print:hidden">
        <p className="mx-auto flex max-w-3xl items-center gap-2.5 px-4 font-semibold sm:px-6">
          {portal.logo_url && <img src={portal.logo_url} alt="" className="h-8 w-auto max-w-28 object-contain" />}
          <span className="[overflow-wrap:anywhere]">{portal.name}</span>
        </p>
      </header>
      <OfflineNotice />
      <main id="content" className="mx-auto grid max-w-3xl gap-6 px-4 py-6 sm:px-6">
        {pathname === own ? <Shown id={link.alert_id} /> : <Elsewhere own={own} />}
        <section className="grid gap-3 border-t border-line pt-4 text-sm">
          <h2 className="font-semibold">For everything else, sign in</h2>
          <p>The link in your mail shows this alert only, for an hour at a time.</p>
          <WayIn portal={portal} />
        </section>
      </main>
      <Announcements />
    </>
  );
}

function Elsewhere({ own }: { own: string }) {
  return (
    <Page title="The link in your mail opens one alert">
      <p>This page is not part of it.</p>
      <p>
        <Link to={own as '/'} className="text-accent underline">
          Go back to the alert
        </Link>
      </p>
    </Page>
  );
}

function Shown({ id }: { id: string }) {
  const alert = useQuery(alertQuery(id));
  if (alert.data) return <Contents alert={alert.data} />;
  if (alert.isError) return <LoadError of={alert} />;
  return (
    <PagePlaceholder>
      <Placeholder className="h-96" />
    </PagePlaceholder>
  );
}

function Contents({ alert }: { alert: Alert }) {
  const isEnded = alert.status === 'resolved';
  const [summary, ...reasons] = alert.explanation.split('\n\n');
  return (
    <Page
      title={alert.title}
      badges={
        <>
          <SeverityBadge severity={alert.severity} />
          <Badge tone={isEnded ? 'good' : 'neutral'}>{statusText(alert)}</Badge>
          <span className="text-sm text-muted [overflow-wrap:anywhere]">{subjectName(alert)}</span>
        </>
      }
      lead={withReadableNames(summary ?? '')}
    >
      {isEnded && (
        <Notice kind="good" title="This is over">
          {resolutionOf(alert)}. There is nothing left to do.
        </Notice>
      )}
      {!isEnded && alert.kind === 'port' && <Remediation alertId={alert.id} serverId={alert.subject.id} />}
      {!isEnded && alert.remediation && <AlertCommands remediation={alert.remediation} />}
      {!isEnded && <CheckAlert alert={alert} />}
      {reasons.length > 0 && (
        <Card title="What this means">
          <div className="grid max-w-prose grid-cols-[minmax(0,1fr)] gap-4 [overflow-wrap:anywhere]">
            {reasons.map((paragraph) => (
              <ExplanationParagraph key={paragraph} text={paragraph} />
            ))}
          </div>
        </Card>
      )}
      <Card title="Evidence">
        <Facts
          facts={[
            ...alert.facts.map(({ label, value }) => [label, withReadableNames(value)] as const),
            ['Severity', severityMeaning(alert.severity)],
            ['First seen', <FullTime key="first" at={alert.first_detected_at} />],
            ['Last seen', <FullTime key="last" at={alert.last_detected_at} />],
          ]}
        />
      </Card>
    </Page>
  );
}

/** Has the server looked at again; where no scan can tell, there is nothing to ask for. */
function CheckAlert({ alert }: { alert: Alert }) {
  const queryClient = useQueryClient();
  const check = useQuery({
    queryKey: [...exposureKeys, 'alerts', 'check', alert.id],
    queryFn: async (): Promise<Check> =>
      (await answered(api.GET(checkPath, { params: { path: { id: alert.id } } }))).data.check,
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? pollMs : false),
  });
  const ask = useMutation({
    mutationFn: () => answered(api.POST(checkPath, { params: { path: { id: alert.id } }, body: {} })),
    onSuccess: () => announce('The check has been asked for.'),
    onSettled: () => check.refetch(),
  });
  const isRunning = isUnderWay(check.data);
  const wasRunning = useRef(false);
  useEffect(() => {
    if (wasRunning.current && !isRunning) {
      announce('The check has ended.');
      queryClient.invalidateQueries({ queryKey: alertQuery(alert.id).queryKey });
    }
    wasRunning.current = isRunning;
  }, [isRunning, alert.id, queryClient]);
  const { data } = check;
  if (!data || (data.impossible !== null && alert.subject.type === 'domain')) return null;
  const { scan, still_seen: stillSeen, retry_after_seconds: waitSeconds } = data;
  return (
    <Card
      title="Closed it? Have it checked"
      lead={data.impossible ?? 'The server is scanned again. When what was found is gone, this alert is resolved.'}
      actions={
        <Button
          kind="primary"
          busy={ask.isPending}
          disabled={data.impossible !== null || isRunning || waitSeconds > 0}
          onClick={() => ask.mutate()}
        >
          <ScanSearch aria-hidden="true" size={16} />I closed it: check now
        </Button>
      }
    >
      <div className="grid gap-2 text-sm" aria-live="polite">
        {isRunning && <p>{scan?.status === 'running' ? 'The server is being scanned …' : 'Waiting for a scanner …'}</p>}
        {!isRunning && scan && stillSeen && (
          <p>
            The last check, <Time at={scan.finished_at ?? scan.created_at} />, still found it.
          </p>
        )}
        {!isRunning && scan?.status === 'failed' && <p>The last check came to no result. The next one may.</p>}
        {!isRunning && waitSeconds > 0 && (
          <p className="text-muted">The next check is possible in {duration(waitSeconds)}.</p>
        )}
        <ErrorNotice error={ask.error} />
      </div>
    </Card>
  );
}

function isUnderWay(check: Check | undefined): boolean {
  return check?.scan?.status === 'pending' || check?.scan?.status === 'running';
}
