import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { readableName } from '../../../src/engines/domain-names/readable-name.ts';
import { SelectField } from '../ui/field.tsx';
import { severities, severityLabel } from '../ui/severity.tsx';
import { statusLabels } from './alert-words.ts';
import { useCustomerId } from './customer.ts';
import { domainListQuery } from './domain-data.ts';
import type { LeakSearch } from './routes.tsx';

const route = getRouteApi('/customer/leaks');

/** Leaks cannot be wrong, so there are no false positives among them. */
const leakStatuses = ['open', 'acknowledged', 'resolved'] as const;

export function LeakFilters({ search }: { search: LeakSearch }) {
  const navigate = route.useNavigate();
  const domains = useInfiniteQuery(domainListQuery(useCustomerId()));
  const change = (changes: Partial<Record<keyof LeakSearch, string | undefined>>) =>
    navigate({
      search: Object.fromEntries(
        Object.entries({ ...search, ...changes }).filter(([, value]) => value !== undefined),
      ) as LeakSearch,
      replace: true,
    });
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <SelectField
        label="Status"
        value={search.status ?? 'open'}
        onChange={({ target }) => change({ status: target.value === 'open' ? undefined : target.value })}
      >
        {leakStatuses.map((status) => (
          <option key={status} value={status}>
            {statusLabels[status]}
          </option>
        ))}
        <option value="all">All</option>
      </SelectField>
      <SelectField
        label="Severity"
        value={search.severity ?? ''}
        onChange={({ target }) => change({ severity: target.value || undefined })}
      >
        <option value="">All</option>
        {severities.map((severity) => (
          <option key={severity} value={severity}>
            {severityLabel(severity)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Domain"
        value={search.domain ?? ''}
        onChange={({ target }) => change({ domain: target.value || undefined })}
      >
        <option value="">All</option>
        {domains.data?.pages
          .flatMap((page) => page.domains)
          .map(({ id, domain }) => (
            <option key={id} value={id}>
              {readableName(domain)}
            </option>
          ))}
      </SelectField>
    </div>
  );
}
