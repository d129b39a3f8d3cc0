import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { ScanSearch } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { Paths } from '../../../client/client.ts';
import { withReadableNames } from '../../../src/engines/domain-names/readable-name.ts';
import { answered, api } from '../api/api.ts';
import type { Portal, SignedIn } from '../api/session.ts';
import { Message } from '../messages/message.tsx';
import { t } from '../messages/messages.ts';
import { Announcements, announce } from '../ui/announcements.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card, Placeholder } from '../ui/card.tsx';
import { Facts } from '../ui/facts.tsx';
import { LanguageChoice } from '../ui/language-choice.tsx';
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
          <h2 className="font-semibold">{t('portal.link.sign-in')}</h2>
          <p>{t('portal.link.only-this')}</p>
          <WayIn portal={portal} />
          <div className="-mx-3 max-w-80">
            <LanguageChoice />
          </div>
        </section>
      </main>
      <Announcements />
    </>
  );
}

function Elsewhere({ own }: { own: string }) {
  return (
    <Page title={t('portal.link.one-alert')}>
      <p>{t('portal.link.not-part')}</p>
      <p>
        <Link to={own as '/'} className="text-accent underline">
          {t('portal.link.back')}
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
        <Notice kind="good" title={t('portal.link.is-over')}>
          {t('portal.link.over', { how: resolutionOf(alert) ?? '' })}
        </Notice>
      )}
      {!isEnded && alert.kind === 'port' && <Remediation alertId={alert.id} serverId={alert.subject.id} />}
      {!isEnded && alert.remediation && <AlertCommands remediation={alert.remediation} />}
      {!isEnded && <CheckAlert alert={alert} />}
      {reasons.length > 0 && (
        <Card title={t('portal.alert.meaning')}>
          <div className="grid max-w-prose grid-cols-[minmax(0,1fr)] gap-4 [overflow-wrap:anywhere]">
            {reasons.map((paragraph) => (
              <ExplanationParagraph key={paragraph} text={paragraph} />
            ))}
          </div>
        </Card>
      )}
      <Card title={t('portal.alert.evidence')}>
        <Facts
          facts={[
            ...alert.facts.map(({ label, value }) => [label, withReadableNames(value)] as const),
            [t('portal.alert.severity'), severityMeaning(alert.severity)],
            [t('portal.alert.first-seen'), <FullTime key="first" at={alert.first_detected_at} />],
            [t('portal.alert.last-seen'), <FullTime key="last" at={alert.last_detected_at} />],
          ]}
        />
      </Card>
    </Page>
  );
}

/** Has the server looked at again; where no scan can tell, there is nothing to ask for. */
function CheckAlert({ alert }: { alert: Alert }) {
  const check = useQuery({
    queryKey: [...exposureKeys, 'alerts', 'check', alert.id],
    queryFn: async (): Promise<Check> =>
      (await answered(api.GET(checkPath, { params: { path: { id: alert.id } } }))).data.check,
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? pollMs : false),
  });
  const ask = useMutation({
    mutationFn: () => answered(api.POST(checkPath, { params: { path: { id: alert.id } }, body: {} })),
    onSuccess: () => announce(t('portal.check.asked')),
    onSettled: () => check.refetch(),
  });
  const isRunning = isUnderWay(check.data);
  useCheckOutcome(alert, check.data);
  const { data } = check;
  if (!data || (data.impossible !== null && alert.subject.type === 'domain')) return null;
  const { scan, still_seen: stillSeen, retry_after_seconds: waitSeconds } = data;
  const hasNoResult = scan?.status === 'failed' || (scan?.status === 'partial' && !stillSeen);
  return (
    <Card
      title={t('portal.check.title')}
      lead={data.impossible ?? t('portal.check.lead-any')}
      actions={
        <Button
          kind="primary"
          busy={ask.isPending}
          disabled={data.impossible !== null || isRunning || waitSeconds > 0}
          onClick={() => ask.mutate()}
        >
          <ScanSearch aria-hidden="true" size={16} />
          {t('portal.check.action')}
        </Button>
      }
    >
      <div className="grid gap-2 text-sm" aria-live="polite">
        {isRunning && <p>{scan?.status === 'running' ? t('portal.check.scanning') : t('portal.check.waiting')}</p>}
        {!isRunning && scan && stillSeen && (
          <p>
            <Message
              id="portal.check.still-found"
              values={{ time: <Time at={scan.finished_at ?? scan.created_at} /> }}
            />
          </p>
        )}
        {!isRunning && hasNoResult && <p>{t('portal.check.no-result')}</p>}
        {!isRunning && waitSeconds > 0 && (
          <p className="text-muted">{t('portal.check.next-in', { time: duration(waitSeconds) })}</p>
        )}
        <ErrorNotice error={ask.error} />
      </div>
    </Card>
  );
}

/**
 * When another scan has ended than the one that was last when the page came, says so, and reads the alert anew. Whether the page saw
 * it under way does not matter: a scan may have ended before its first answer was there.
 */
function useCheckOutcome(alert: Alert, check: Check | undefined): void {
  const queryClient = useQueryClient();
  const known = useRef<string | null>(undefined);
  useEffect(() => {
    if (check === undefined || isUnderWay(check)) return;
    const last = check.scan && (check.scan.finished_at ?? check.scan.created_at);
    const isNews = known.current !== undefined && known.current !== last;
    const isFirstLook = known.current === undefined;
    known.current = last;
    if (isNews) announce(t('portal.check.ended'));
    // The alert may have been read before it was over.
    if (isNews || (isFirstLook && check.alert_status !== alert.status))
      queryClient.invalidateQueries({ queryKey: alertQuery(alert.id).queryKey });
  }, [check, alert.id, alert.status, queryClient]);
}

function isUnderWay(check: Check | undefined): boolean {
  return check?.scan?.status === 'pending' || check?.scan?.status === 'running';
}
