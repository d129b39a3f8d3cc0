import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Button } from '../ui/button.tsx';
import { Card, EmptyState, Placeholder } from '../ui/card.tsx';
import { Facts } from '../ui/facts.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { Page } from '../ui/page.tsx';
import { FullTime, Time } from '../ui/time.tsx';
import { AboutLink } from './audit-entry.tsx';
import { aboutWords, actionWords, actorWords, changeWords, originWords } from './audit-words.ts';
import {
  type Administrator,
  type ApiKey,
  type AuditEntry,
  administratorsQuery,
  auditQuery,
  keysQuery,
} from './data.ts';

const subjects = [
  ['endpoint', 'Servers'],
  ['domain', 'Domains'],
  ['subscription', 'Subscriptions'],
  ['alert', 'Alerts'],
  ['allowed_ports', 'Allowed ports'],
  ['plan', 'Plans'],
  ['api_key', 'API keys'],
  ['portal_domain', 'Portal domains'],
  ['branding', 'Branding'],
  ['customer', 'Customers'],
  ['administrator', 'People'],
  ['sign_in', 'Sign-in links'],
  ['sandbox', 'Sandbox'],
  ['partner', 'Account'],
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
    <Page title="Audit log" lead="Everything that was done in your account, by whom and when.">
      <search className="grid gap-4 sm:grid-cols-2 lg:max-w-2xl">
        <SelectField
          label="About"
          value={filter.action ?? ''}
          onChange={({ target }) => navigate({ search: { ...filter, action: target.value || undefined } })}
        >
          <option value="">Everything</option>
          {subjects.map(([subject, label]) => (
            <option key={subject} value={subject}>
              {label}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Customer number"
          type="number"
          min={1}
          value={filter.customer ?? ''}
          placeholder="All customers"
          onChange={({ target }) => navigate({ search: { ...filter, customer: Number(target.value) || undefined } })}
        />
      </search>
      <LoadError of={audit} />
      {audit.isPending && <Placeholder className="h-96" />}
      {entries?.length === 0 && <EmptyState title="Nothing of this kind was done." />}
      {entries && entries.length > 0 && (
        <Card>
          <ul className="-my-2 divide-y divide-line">
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} administrators={administrators} keys={keys} />
            ))}
          </ul>
          {audit.hasNextPage && (
            <div className="mt-5">
              <Button busy={audit.isFetchingNextPage} onClick={() => audit.fetchNextPage()}>
                Show older entries
              </Button>
            </div>
          )}
        </Card>
      )}
    </Page>
  );
}

function Entry({
  entry,
  administrators,
  keys,
}: {
  entry: AuditEntry;
  administrators: readonly Administrator[];
  keys: readonly ApiKey[];
}) {
  const { billing_customer_id: customer, details } = entry;
  const origin = originWords(details);
  const [about, change] = [aboutWords(entry), changeWords(entry)];
  return (
    <li>
      <details className="group">
        <summary className="-mx-2 flex cursor-pointer flex-wrap items-baseline gap-x-3 rounded-md px-2 py-3 text-sm hover:bg-raised">
          <span className="font-medium">{actionWords(entry.action)}</span>
          {about && <span className="[overflow-wrap:anywhere]">{about}</span>}
          {change && <span className="[overflow-wrap:anywhere]">{change}</span>}
          <span className="text-muted">{actorWords(entry.actor, administrators, keys)}</span>
          {origin && <span className="text-muted [overflow-wrap:anywhere]">{origin}</span>}
          <span className="ml-auto text-muted">
            <Time at={entry.at} />
          </span>
        </summary>
        <div className="pt-1 pb-4">
          <Facts
            facts={[
              ['When', <FullTime key="at" at={entry.at} />],
              ['Action', <code key="action">{entry.action}</code>],
              [
                'Customer',
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
              ['About', about && <AboutLink key="about" entry={entry} />],
              ['Its id', entry.subject_id && <code key="subject">{entry.subject_id}</code>],
              ['Request', entry.request_id && <code key="request">{entry.request_id}</code>],
              ...Object.entries(details).map(
                ([name, value]) => [words(name), <Value key={name} of={value} />] as const,
              ),
            ]}
          />
        </div>
      </details>
    </li>
  );
}

function words(name: string): string {
  const text = name.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function Value({ of: value }: { of: unknown }) {
  if (Array.isArray(value) && value.every((entry) => typeof entry !== 'object'))
    return <>{value.join(', ') || 'none'}</>;
  if (value === null || typeof value !== 'object') return <>{String(value ?? 'none')}</>;
  return <code className="[overflow-wrap:anywhere]">{JSON.stringify(value)}</code>;
}
