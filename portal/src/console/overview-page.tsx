import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, type LinkProps, useRouteContext } from '@tanstack/react-router';
import { ChevronRight, CircleCheck, CircleDashed } from 'lucide-react';
import type { ReactNode } from 'react';
import { type MessageKey, t } from '../messages/messages.ts';
import { Card, EmptyState, Placeholder } from '../ui/card.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { numberText } from '../ui/numbers.ts';
import { Page } from '../ui/page.tsx';
import { type Severity, SeverityBars, severities } from '../ui/severity.tsx';
import { Time } from '../ui/time.tsx';
import { AlertTable } from './alert-table.tsx';
import { AboutLink } from './audit-entry.tsx';
import { actionWords, actorWords, changeWords } from './audit-words.ts';
import { CausesCard } from './causes-card.tsx';
import { CustomerTable } from './customers-page.tsx';
import {
  type AlertFilter,
  administratorsQuery,
  auditQuery,
  brandingQuery,
  customersQuery,
  figuresQuery,
  keysQuery,
  type ListedCustomer,
  mailSenderQuery,
  oldestCriticalsQuery,
  type ServerFilter,
  sinceYesterdayQuery,
} from './data.ts';

const recentEntries = 6;

/** What is left to set up, how the customers fare, and what was done last. */
export function OverviewPage() {
  return (
    <Page title={t('console.common.overview')} lead={t('console.overview.lead')}>
      <Setup />
      <Figures />
      <CausesCard />
      <InDanger />
      <LongestCritical />
      <Recent />
    </Page>
  );
}

interface Step {
  readonly done: boolean;
  readonly title: string;
  readonly text: string;
  readonly to: NonNullable<LinkProps['to']>;
}

function Setup() {
  const { session } = useRouteContext({ from: '__root__' });
  const keys = useQuery(keysQuery);
  const branding = useQuery(brandingQuery);
  const mail = useQuery(mailSenderQuery);
  const customers = useInfiniteQuery(customersQuery({}, endangeredCompared));
  const failed = [keys, branding, mail, customers].find(({ error }) => error !== null);
  if (failed) return <LoadError of={failed} />;
  if (!keys.data || !branding.data || !mail.data || !customers.data) return <Placeholder className="h-96" />;
  const { display_name, accent_colour, logo, customer_area_url } = branding.data;
  const { default_address, sender, test_seen_at } = mail.data;
  const steps: readonly Step[] = [
    {
      done: keys.data.some(({ last_used_at }) => last_used_at !== null),
      title: t('console.overview.connect-billing-system'),
      text: t('console.overview.make-api-key-put'),
      to: '/console/keys',
    },
    {
      done: [display_name, accent_colour, logo].some((value) => value !== null),
      title: t('console.overview.make-look-like-yours'),
      text: t('console.overview.set-name-colour-logo'),
      to: '/console/branding',
    },
    {
      done: customer_area_url !== null,
      title: t('console.overview.customer-area'),
      text: t('console.overview.customer-area-text'),
      to: '/console/branding',
    },
    // Where the operator sends no mail at all, nobody can.
    ...(default_address === null
      ? []
      : [
          {
            done: sender?.status === 'verified',
            title: t('console.overview.sender'),
            text: t('console.overview.sender-text'),
            to: '/console/branding' as const,
          },
          {
            done: test_seen_at !== null,
            title: t('console.overview.test-mail'),
            text: t('console.overview.test-mail-text'),
            to: '/console/branding' as const,
          },
        ]),
    {
      done: session.signed_in?.kind === 'administrator' && session.signed_in.second_factor,
      title: t('console.overview.protect-account'),
      text: t('console.overview.ask-code-phone-besides'),
      to: '/console/account',
    },
    {
      done: customers.data.pages[0]!.customers.length > 0,
      title: t('console.overview.set-up-first-customer'),
      text: t('console.overview.order-product-billing-system'),
      to: '/console/sandbox',
    },
  ];
  const left = steps.filter(({ done }) => !done).length;
  if (left === 0) return null;
  return (
    <Card title={t('console.overview.set-up')} lead={t('console.overview.steps-left', { count: left })}>
      <ul className="-mx-2 grid">
        {steps.map((step) => (
          <li key={step.title}>
            <Link to={step.to} className="flex min-h-14 items-center gap-3 rounded-md px-2 py-2 hover:bg-raised">
              {step.done ? (
                <CircleCheck aria-hidden="true" size={22} className="shrink-0 text-good" />
              ) : (
                <CircleDashed aria-hidden="true" size={22} className="shrink-0 text-muted" />
              )}
              <span className="min-w-0">
                <span className={`block font-medium ${step.done ? 'text-muted' : ''}`}>
                  {step.title}
                  <span className="sr-only">
                    {' '}
                    {step.done ? t('console.overview.done') : t('console.overview.to-do')}
                  </span>
                </span>
                {!step.done && <span className="block text-sm text-muted">{step.text}</span>}
              </span>
              <ChevronRight aria-hidden="true" size={18} className="ml-auto shrink-0 text-muted" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Every number leads to the list that it counts, and says how it has changed. Noughts alone are nothing to show. */
function Figures() {
  const figures = useQuery(figuresQuery);
  const { data: days } = useQuery(sinceYesterdayQuery);
  if (figures.error) return <LoadError of={figures} />;
  if (!figures.data) return <Placeholder className="h-28" />;
  const { servers, open } = figures.data;
  if ([servers.active, servers.paused, ...Object.values(open)].every((count) => count === 0)) return null;
  return (
    <section aria-label={t('console.overview.figures')}>
      <ul className="grid grid-cols-2 gap-px overflow-hidden rounded-xl border border-line bg-line sm:grid-cols-3">
        <Figure name={t('console.overview.servers-watched')} to="/console/servers" search={{ status: 'active' }}>
          {numberText(servers.active)}
        </Figure>
        <Figure name={t('console.overview.servers-paused')} to="/console/servers" search={{ status: 'paused' }}>
          {numberText(servers.paused)}
        </Figure>
        {severities.map((severity) => (
          <Figure
            key={severity}
            name={t(openAlertsOf[severity])}
            mark={<SeverityBars severity={severity} />}
            to="/console/alerts"
            search={{ severity }}
          >
            {numberText(open[severity])}
            {days && <Change since={days[0]?.[severity]} to={days[1]?.[severity]} />}
          </Figure>
        ))}
      </ul>
    </section>
  );
}

/** By how much a figure has changed since the end of yesterday; nothing where it has not. */
function Change({ since = 0, to = 0 }: { since: number | undefined; to: number | undefined }) {
  if (to === since) return null;
  const change = `${to > since ? '+' : '−'}${numberText(Math.abs(to - since))}`;
  return (
    <span className="block text-sm font-normal tracking-normal text-muted">
      {t('console.overview.since-yesterday', { change })}
    </span>
  );
}

const openAlertsOf: Readonly<Record<Severity, MessageKey>> = {
  critical: 'console.overview.open-critical-alerts',
  high: 'console.overview.open-high-alerts',
  medium: 'console.overview.open-medium-alerts',
  low: 'console.overview.open-low-alerts',
};

function Figure({
  name,
  mark,
  to,
  search,
  children,
}: {
  name: string;
  mark?: ReactNode;
  to: NonNullable<LinkProps['to']>;
  search: AlertFilter | ServerFilter;
  children: ReactNode;
}) {
  return (
    <li className="bg-surface">
      <Link to={to} search={search as never} className="block h-full p-4 -outline-offset-2 hover:bg-raised sm:p-6">
        <span className="flex items-center gap-2 text-sm text-muted">
          {mark}
          {name}
        </span>
        <span className="mt-1 block text-3xl font-semibold tracking-tight tabular-nums">{children}</span>
      </Link>
    </li>
  );
}

const endangeredShown = 5;
/** Of so many with the most severe alerts, those with the most of them are shown. */
const endangeredCompared = 50;

/** Whose the alerts are: the customers in the greatest danger. */
function InDanger() {
  const customers = useInfiniteQuery(customersQuery({}, endangeredCompared));
  const rows = customers.data?.pages[0]?.customers
    .filter(({ worst_severity }) => worst_severity !== null)
    .toSorted(byDanger)
    .slice(0, endangeredShown);
  if (customers.data?.pages[0]?.customers.length === 0) return null;
  return (
    <Card
      title={t('console.overview.customers-danger')}
      lead={t('console.overview.customers-danger-lead')}
      actions={
        <Link to="/console/customers" className="inline-flex min-h-6 items-center text-sm text-accent underline">
          {t('console.common.all-customers')}
        </Link>
      }
    >
      <LoadError of={customers} />
      {customers.isPending && <Placeholder className="h-48" />}
      {rows?.length === 0 && <EmptyState title={t('console.overview.no-customer-open-alert')} />}
      {rows && rows.length > 0 && <CustomerTable customers={rows} />}
    </Card>
  );
}

/** Who has more critical alerts, then more high ones, and so on. */
function byDanger({ alerts_by_severity: a }: ListedCustomer, { alerts_by_severity: b }: ListedCustomer): number {
  const differing = severities.find((severity) => a[severity] !== b[severity]);
  return differing === undefined ? 0 : b[differing] - a[differing];
}

/** What has waited too long. */
function LongestCritical() {
  const { data } = useQuery(oldestCriticalsQuery);
  if (!data || data.alerts.length === 0) return null;
  return (
    <Card title={t('console.overview.longest-critical')}>
      <AlertTable alerts={data.alerts} />
    </Card>
  );
}

function Recent() {
  const audit = useInfiniteQuery(auditQuery({}, recentEntries));
  const { data: administrators = [] } = useQuery(administratorsQuery);
  const { data: keys = [] } = useQuery(keysQuery);
  const entries = audit.data?.pages[0]?.entries;
  return (
    <Card
      title={t('console.overview.done-last')}
      actions={
        <Link to="/console/audit" className="text-sm text-accent underline">
          {t('console.overview.whole-audit-log')}
        </Link>
      }
    >
      <LoadError of={audit} />
      {audit.isPending && <Placeholder className="h-48" />}
      {entries?.length === 0 && <EmptyState title={t('console.common.nothing-done-yet')} />}
      {entries && entries.length > 0 && (
        <ul className="divide-y divide-line text-sm">
          {entries.map((entry) => (
            <li key={entry.id} className="flex flex-wrap items-baseline gap-x-3 py-2.5 first:pt-0 last:pb-0">
              <span className="font-medium">{actionWords(entry.action)}</span>
              <AboutLink entry={entry} />
              {changeWords(entry) && <span className="[overflow-wrap:anywhere]">{changeWords(entry)}</span>}
              <span className="text-muted">{actorWords(entry.actor, administrators, keys)}</span>
              <span className="ml-auto text-muted">
                <Time at={entry.at} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
