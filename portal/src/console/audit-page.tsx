import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { t } from '../messages/messages.ts';
import { Button } from '../ui/button.tsx';
import { Card, EmptyState, Placeholder } from '../ui/card.tsx';
import { Facts } from '../ui/facts.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { Page } from '../ui/page.tsx';
import { FullTime, Time } from '../ui/time.tsx';
import { AboutLink } from './audit-entry.tsx';
import { type Repetition, repetitionsOf, sharedAbout } from './audit-repetitions.ts';
import {
  aboutWords,
  actionWords,
  actorWords,
  changeWords,
  fieldWords,
  originWords,
  valueWords,
} from './audit-words.ts';
import {
  type Administrator,
  type ApiKey,
  type AuditEntry,
  administratorsQuery,
  auditQuery,
  keysQuery,
} from './data.ts';

const subjects = [
  ['endpoint', 'console.common.servers'],
  ['domain', 'console.common.domains'],
  ['subscription', 'console.common.subscriptions'],
  ['alert', 'console.common.alerts'],
  ['allowed_ports', 'console.audit.allowed-ports'],
  ['plan', 'console.audit.plans'],
  ['api_key', 'console.common.api-keys'],
  ['portal_domain', 'console.common.portal-domains'],
  ['branding', 'console.common.branding'],
  ['record_template', 'console.records.title'],
  ['customer', 'console.common.customers'],
  ['administrator', 'console.common.people'],
  ['sign_in', 'console.audit.sign-in-links'],
  ['access', 'console.audit.refusals'],
  ['sandbox', 'console.common.sandbox'],
  ['partner', 'console.audit.account'],
] as const;

/** Who did what, newest first. */
export function AuditPage() {
  const filter = useSearch({ from: '/console/audit' });
  const navigate = useNavigate({ from: '/console/audit' });
  const audit = useInfiniteQuery(auditQuery(filter));
  const { data: administrators = [] } = useQuery(administratorsQuery);
  const { data: keys = [] } = useQuery(keysQuery);
  const entries = audit.data?.pages.flatMap((page) => page.entries);
  return (
    <Page title={t('console.audit.title')} lead={t('console.audit.lead')}>
      <search className="grid gap-4 sm:grid-cols-2 lg:max-w-2xl">
        <SelectField
          label={t('console.common.about')}
          value={filter.action ?? ''}
          onChange={({ target }) => navigate({ search: { ...filter, action: target.value || undefined } })}
        >
          <option value="">{t('console.audit.everything')}</option>
          {subjects.map(([subject, label]) => (
            <option key={subject} value={subject}>
              {t(label)}
            </option>
          ))}
        </SelectField>
        <TextField
          label={t('console.common.customer-number')}
          type="number"
          min={1}
          value={filter.customer ?? ''}
          placeholder={t('console.common.all-customers')}
          onChange={({ target }) => navigate({ search: { ...filter, customer: Number(target.value) || undefined } })}
        />
      </search>
      <LoadError of={audit} />
      {audit.isPending && <Placeholder className="h-96" />}
      {entries?.length === 0 && <EmptyState title={t('console.audit.nothing-kind-done')} />}
      {entries && entries.length > 0 && (
        <Card>
          <ul className="-my-2 divide-y divide-line">
            {repetitionsOf(entries).map((alike) =>
              alike.length === 1 ? (
                <Entry key={alike[0].id} entry={alike[0]} administrators={administrators} keys={keys} />
              ) : (
                <Repeated key={alike[0].id} entries={alike} administrators={administrators} keys={keys} />
              ),
            )}
          </ul>
          {audit.hasNextPage && (
            <div className="mt-5">
              <Button busy={audit.isFetchingNextPage} onClick={() => audit.fetchNextPage()}>
                {t('console.audit.show-older-entries')}
              </Button>
            </div>
          )}
        </Card>
      )}
    </Page>
  );
}

interface Actors {
  readonly administrators: readonly Administrator[];
  readonly keys: readonly ApiKey[];
}

/** What was done several times in a row: once, with each of them behind it. */
function Repeated({ entries, ...actors }: { entries: Repetition } & Actors) {
  return (
    <li>
      <details>
        <summary className={summaryClass}>
          <What entries={entries} {...actors} />
        </summary>
        <ul className="mb-3 ml-3 divide-y divide-line border-l border-line pl-3">
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} {...actors} />
          ))}
        </ul>
      </details>
    </li>
  );
}

const summaryClass =
  '-mx-2 flex cursor-pointer flex-wrap items-baseline gap-x-3 rounded-md px-2 py-3 text-sm hover:bg-raised';

/** In a line; what differs between repetitions is left out of it. */
function What({ entries, administrators, keys }: { entries: Repetition } & Actors) {
  const [entry] = entries;
  const [about, change] = [sharedAbout(entries), changeWords(entry)];
  const origin = originWords(entry.details);
  return (
    <>
      <span className="font-medium">{actionWords(entry.action)}</span>
      {entries.length > 1 && <span>{t('console.audit.times', { count: entries.length })}</span>}
      {about && <span className="[overflow-wrap:anywhere]">{about}</span>}
      {change && <span className="[overflow-wrap:anywhere]">{change}</span>}
      <span className="text-muted">{actorWords(entry.actor, administrators, keys)}</span>
      {origin && <span className="text-muted [overflow-wrap:anywhere]">{origin}</span>}
      <span className="ml-auto text-muted">
        <Time at={entry.at} />
      </span>
    </>
  );
}

function Entry({ entry, ...actors }: { entry: AuditEntry } & Actors) {
  const { billing_customer_id: customer, details } = entry;
  const about = aboutWords(entry);
  return (
    <li>
      <details>
        <summary className={summaryClass}>
          <What entries={[entry]} {...actors} />
        </summary>
        <div className="pt-1 pb-4">
          <Facts
            facts={[
              [t('console.audit.when'), <FullTime key="at" at={entry.at} />],
              [t('console.audit.action'), <code key="action">{entry.action}</code>],
              [
                t('console.common.customer'),
                customer && (
                  <Link
                    to="/console/customers/$customerId"
                    params={{ customerId: String(customer) }}
                    className="text-accent underline"
                  >
                    {customer}
                  </Link>
                ),
              ],
              [t('console.common.about'), about && <AboutLink key="about" entry={entry} />],
              [t('console.audit.id'), entry.subject_id && <code key="subject">{entry.subject_id}</code>],
              [t('console.common.request'), entry.request_id && <code key="request">{entry.request_id}</code>],
              ...Object.entries(details).map(
                ([name, value]) => [fieldWords(name), <Value key={name} of={value} />] as const,
              ),
            ]}
          />
        </div>
      </details>
    </li>
  );
}

function Value({ of: value }: { of: unknown }) {
  if (Array.isArray(value) && value.every((entry) => typeof entry !== 'object'))
    return <>{value.join(', ') || t('console.audit.none')}</>;
  if (value === null || typeof value !== 'object') return <>{valueWords(value)}</>;
  return <code className="[overflow-wrap:anywhere]">{JSON.stringify(value)}</code>;
}
