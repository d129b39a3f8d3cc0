import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { withReadableNames } from '../../../src/engines/domain-names/readable-name.ts';
import { t } from '../messages/messages.ts';
import { LoadError } from '../ui/load-error.tsx';
import { alertsFound, Palette, pagesFound, searchedAlerts, shownOfKind } from '../ui/palette.tsx';
import type { QuickSearchProps } from '../ui/quick-search-props.ts';
import { useSettled } from '../ui/use-settled.ts';
import { subjectName } from './alert-words.ts';
import { type Alert, openAlertsQuery, type Server, serverChoiceQuery } from './data.ts';

/** Finds pages, servers and open alerts of the customer. */
export default function CustomerPalette({ navigation, ...props }: QuickSearchProps) {
  const [text, setText] = useState('');
  const search = useSettled(text.trim());
  const enabled = search !== '';
  const servers = useQuery({ ...serverChoiceQuery(search, shownOfKind), enabled });
  const alerts = useQuery({ ...openAlertsQuery(searchedAlerts), enabled });
  const groups = [
    pagesFound(navigation, text),
    { label: t('portal.nav.servers'), found: enabled ? (servers.data?.data.map(foundServer) ?? []) : [] },
    alertsFound(t('portal.nav.alerts'), enabled ? (alerts.data?.alerts.map(foundAlert) ?? []) : [], text),
  ];
  return (
    <Palette
      {...props}
      hint={t('portal.search.hint', { count: searchedAlerts })}
      text={text}
      onText={setText}
      groups={groups}
      isPending={text.trim() !== search || (enabled && (servers.isPending || alerts.isPending))}
    >
      <LoadError of={servers.error ? servers : alerts} />
    </Palette>
  );
}

function foundServer({ id, nickname, ip_address: address }: Server) {
  return {
    href: `/servers/${id}`,
    label: withReadableNames(nickname),
    detail: nickname === address ? undefined : address,
  };
}

function foundAlert(alert: Alert) {
  const list = alert.subject.type === 'domain' ? '/leaks' : '/alerts';
  return { href: `${list}/${alert.id}`, label: withReadableNames(alert.title), detail: subjectName(alert) };
}
