import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { withReadableNames } from '../../../src/engines/domain-names/readable-name.ts';
import type { Portal, SignedIn } from '../api/session.ts';
import { t } from '../messages/messages.ts';
import { Announcements } from '../ui/announcements.tsx';
import { Badge } from '../ui/badge.tsx';
import { Card, Placeholder } from '../ui/card.tsx';
import { Facts } from '../ui/facts.tsx';
import { LanguageChoice } from '../ui/language-choice.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { OfflineNotice } from '../ui/offline-notice.tsx';
import { Page, PagePlaceholder } from '../ui/page.tsx';
import { SeverityBadge } from '../ui/severity.tsx';
import { AlertChecklist } from './alert-checklist.tsx';
import { factsOf } from './alert-facts.tsx';
import { statusText, subjectName } from './alert-words.ts';
import { type Alert, alertQuery } from './data.ts';
import { ExplanationParagraph } from './explanation-paragraph.tsx';
import { WayIn } from './signed-out.tsx';

type AlertLink = Extract<SignedIn, { kind: 'alert_link' }>;

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
      lead={isEnded ? undefined : withReadableNames(summary ?? '')}
    >
      <AlertChecklist alert={alert} isSignedIn={false} />
      {!isEnded && reasons.length > 0 && (
        <Card title={t('portal.alert.meaning')}>
          <div className="grid max-w-prose grid-cols-[minmax(0,1fr)] gap-4 [overflow-wrap:anywhere]">
            {reasons.map((paragraph) => (
              <ExplanationParagraph key={paragraph} text={paragraph} />
            ))}
          </div>
        </Card>
      )}
      <Card title={t('portal.alert.evidence')}>
        <Facts facts={factsOf(alert)} />
      </Card>
    </Page>
  );
}
