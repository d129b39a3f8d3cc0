import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { readableName } from '../../../src/engines/domain-names/readable-name.ts';
import { given } from '../api/given.ts';
import { t } from '../messages/messages.ts';
import { SelectField } from '../ui/field.tsx';
import { Filters } from '../ui/filters.tsx';
import { severities, severityLabel } from '../ui/severity.tsx';
import { statusLabel } from './alert-words.ts';
import { useCustomerId } from './customer.ts';
import { domainListQuery } from './domain-data.ts';
import type { LeakSearch } from './search.ts';

const route = getRouteApi('/customer/leaks');

/** Leaks cannot be wrong, so there are no false positives among them. */
const leakStatuses = ['open', 'acknowledged', 'resolved'] as const;

export function LeakFilters({ search }: { search: LeakSearch }) {
  const navigate = route.useNavigate();
  const domains = useInfiniteQuery(domainListQuery(useCustomerId()));
  const change = (changes: Partial<Record<keyof LeakSearch, string | undefined>>) =>
    navigate({ search: given({ ...search, ...changes }) as LeakSearch, replace: true });
  return (
    <Filters inForce={[search.status, search.severity, search.domain]} columns="sm:grid-cols-3">
      <SelectField
        label={t('portal.alerts.status')}
        value={search.status ?? 'open'}
        onChange={({ target }) => change({ status: target.value === 'open' ? undefined : target.value })}
      >
        {leakStatuses.map((status) => (
          <option key={status} value={status}>
            {statusLabel(status)}
          </option>
        ))}
        <option value="all">{t('portal.alerts.all')}</option>
      </SelectField>
      <SelectField
        label={t('portal.alerts.severity')}
        value={search.severity ?? ''}
        onChange={({ target }) => change({ severity: target.value || undefined })}
      >
        <option value="">{t('portal.alerts.all')}</option>
        {severities.map((severity) => (
          <option key={severity} value={severity}>
            {severityLabel(severity)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t('portal.leaks.domain')}
        value={search.domain ?? ''}
        onChange={({ target }) => change({ domain: target.value || undefined })}
      >
        <option value="">{t('portal.common.all')}</option>
        {domains.data?.pages
          .flatMap((page) => page.domains)
          .map(({ id, domain }) => (
            <option key={id} value={id}>
              {readableName(domain)}
            </option>
          ))}
      </SelectField>
    </Filters>
  );
}
