import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { withReadableNames } from '../../../src/engines/domain-names/readable-name.ts';
import { subjectName } from '../customer/alert-words.ts';
import { t } from '../messages/messages.ts';
import { LoadError } from '../ui/load-error.tsx';
import { alertsFound, Palette, pagesFound, searchedAlerts, shownOfKind } from '../ui/palette.tsx';
import type { QuickSearchProps } from '../ui/quick-search-props.ts';
import { useSettled } from '../ui/use-settled.ts';
import { type Alert, alertsQuery, customersQuery, type ListedCustomer, type Server, serversQuery } from './data.ts';

/** Finds pages, customers, and servers and open alerts of all customers. */
export default function ConsolePalette({ navigation, ...props }: QuickSearchProps) {
  const [text, setText] = useState('');
  const search = useSettled(text.trim());
  const enabled = search !== '';
  const customers = useInfiniteQuery({ ...customersQuery({ search }, shownOfKind), enabled });
  const servers = useInfiniteQuery({ ...serversQuery({ search }, shownOfKind), enabled });
  const alerts = useInfiniteQuery({ ...alertsQuery({}, searchedAlerts), enabled });
  const [listed, hosts, open] = enabled
    ? [customers.data?.pages[0]?.customers, servers.data?.pages[0]?.data, alerts.data?.pages[0]?.alerts]
    : [];
  const groups = [
    pagesFound(navigation, text),
    { label: t('console.common.customers'), found: listed?.map(foundCustomer) ?? [] },
    { label: t('console.common.servers'), found: hosts?.map(foundServer) ?? [] },
    alertsFound(t('console.common.open-alerts'), open?.map(foundAlert) ?? [], text),
  ];
  const asked = [customers, servers, alerts];
  return (
    <Palette
      {...props}
      hint={t('console.search.hint', { count: searchedAlerts })}
      text={text}
      onText={setText}
      groups={groups}
      isPending={text.trim() !== search || (enabled && asked.some(({ isPending }) => isPending))}
    >
      <LoadError of={asked.find(({ error }) => error !== null) ?? customers} />
    </Palette>
  );
}

function foundCustomer({ billing_customer_id: id, name, email }: ListedCustomer) {
  const number = t('console.common.customer-id', { id });
  return {
    href: `/console/customers/${id}`,
    label: name ?? number,
    detail: name === null ? (email ?? undefined) : number,
  };
}

/** Leads to its alerts, as it does in lists. */
function foundServer({ id, ip_address: address, nickname, hostname, customer_name: customer }: Server) {
  const name = withReadableNames(nickname || hostname);
  const detail = [name === address ? null : name, customer].filter(Boolean).join(' · ');
  return { href: `/console/alerts?server=${id}`, label: address, detail };
}

function foundAlert(alert: Alert) {
  const detail = [subjectName(alert), alert.customer_name].filter(Boolean).join(' · ');
  return { href: `/console/alerts/${alert.id}`, label: withReadableNames(alert.title), detail };
}
