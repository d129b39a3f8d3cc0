import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { t } from '../messages/messages.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Card, Placeholder } from '../ui/card.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { SeverityBadge } from '../ui/severity.tsx';
import { subjectName } from './alert-words.ts';
import { BulkDialog } from './bulk-dialog.tsx';
import { useCustomerId } from './customer.ts';
import { type Alert, groupAlertsQuery, groupLimit, type PortGroup, portGroupsQuery } from './data.ts';
import { forAMonth, forGood, isSerious } from './end-choice.tsx';

const shownGroups = 3;

/** The same port on several servers, to be dealt with at once. Those of a severity, or those that are not low. */
export function PortGroups({ severity }: { severity: Alert['severity'] | 'all' | undefined }) {
  const { data: groups = [] } = useQuery(portGroupsQuery(useCustomerId()));
  const [asked, setAsked] = useState<PortGroup>();
  const shown = groups.filter((group) =>
    severity === undefined ? group.severity !== 'low' : severity === 'all' || group.severity === severity,
  );
  if (shown.length === 0) return null;
  return (
    <Card title={t('portal.groups.title')} lead={t('portal.groups.lead')}>
      <Groups groups={shown.slice(0, shownGroups)} onAllow={setAsked} />
      {shown.length > shownGroups && (
        <details className="mt-3">
          <summary className="min-h-6 cursor-pointer text-sm font-medium">
            {t('portal.groups.more', { count: shown.length - shownGroups })}
          </summary>
          <div className="mt-3">
            <Groups groups={shown.slice(shownGroups)} onAllow={setAsked} />
          </div>
        </details>
      )}
      {asked && <AllowGroup group={asked} onClose={() => setAsked(undefined)} />}
    </Card>
  );
}

function Groups({ groups, onAllow }: { groups: readonly PortGroup[]; onAllow: (group: PortGroup) => void }) {
  return (
    <ul className="grid gap-3">
      {groups.map((group) => {
        const { protocol, port, severity, service, servers } = group;
        const name = t('portal.groups.name', { port: `${port}/${protocol}`, count: servers });
        return (
          <li key={`${protocol} ${port} ${severity}`} className="flex flex-wrap items-center justify-between gap-3">
            <div className="grid gap-1">
              <h3 className="font-medium">{name}</h3>
              <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
                <SeverityBadge severity={severity} />
                {service && <span>{t('portal.groups.answers', { service })}</span>}
              </p>
            </div>
            <div className="flex flex-wrap gap-2">
              <Link
                to="/alerts"
                search={{ protocol, port, severity }}
                className={buttonClass()}
                aria-label={t('portal.groups.show-these', { name })}
              >
                {t('portal.groups.show')}
              </Link>
              <Button onClick={() => onAllow(group)} aria-label={t('portal.groups.allow-these', { name })}>
                {t('portal.groups.allow')}
              </Button>
            </div>
          </li>
        );
      })}
    </ul>
  );
}

const shownServers = 8;

/** What is allowed is what stands here: a server on which the port opens later is asked about again. */
function AllowGroup({ group, onClose }: { group: PortGroup; onClose: () => void }) {
  const alerts = useQuery({ ...groupAlertsQuery(group), staleTime: 0 });
  const found = alerts.data ?? [];
  const further = found.length - shownServers;
  return (
    <BulkDialog
      action="allow"
      ids={found.map(({ id }) => id)}
      first={isSerious(group) ? forAMonth : forGood}
      onClose={onClose}
      onDone={onClose}
    >
      {alerts.isPending && <Placeholder className="h-24" />}
      <LoadError of={alerts} />
      {isSerious(group) && <p className="font-medium text-critical">{t('portal.groups.warning')}</p>}
      {found.length > 0 && (
        <div className="grid gap-2">
          <Servers of={found.slice(0, shownServers)} />
          {further > 0 && (
            <details>
              <summary className="min-h-6 cursor-pointer">{t('portal.groups.further', { count: further })}</summary>
              <Servers of={found.slice(shownServers)} />
            </details>
          )}
        </div>
      )}
      {found.length >= groupLimit && <p>{t('portal.groups.at-most', { count: groupLimit })}</p>}
    </BulkDialog>
  );
}

function Servers({ of }: { of: readonly Alert[] }) {
  return (
    <ul className="list-disc pl-5 [overflow-wrap:anywhere]">
      {of.map((alert) => (
        <li key={alert.id}>{subjectName(alert)}</li>
      ))}
    </ul>
  );
}
