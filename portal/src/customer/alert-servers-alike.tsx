import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../api/api.ts';
import { t } from '../messages/messages.ts';
import { announce } from '../ui/announcements.tsx';
import { Button } from '../ui/button.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import { subjectName } from './alert-words.ts';
import { askForCheck } from './check-now.tsx';
import { useCustomerId } from './customer.ts';
import { type Alert, exposureKeys, groupAlertsQuery, type PortGroup, portAlertQuery, portGroupsQuery } from './data.ts';

/** The same port on other servers: which, and all of them checked at once after the same has been done on each. */
export function ServersAlike({ alert }: { alert: Alert }) {
  const { data: port } = useQuery(portAlertQuery(alert.id));
  const { data: groups = [] } = useQuery(portGroupsQuery(useCustomerId()));
  const group = groups.find(
    (each) => each.port === port?.port && each.protocol === port.protocol && each.severity === alert.severity,
  );
  if (!group || group.servers < 2) return null;
  return <Alike group={group} />;
}

function Alike({ group }: { group: PortGroup }) {
  const [isOpen, setOpen] = useState(false);
  const name = `${group.port}/${group.protocol}`;
  return (
    <details className="mt-4 min-w-0 rounded-md border border-line px-4 py-3" onToggle={() => setOpen(true)}>
      <summary className="min-h-6 cursor-pointer text-sm font-medium">
        {t('portal.alike.title', { port: name, count: group.servers })}
      </summary>
      {isOpen && <CheckAll group={group} />}
    </details>
  );
}

function CheckAll({ group }: { group: PortGroup }) {
  const queryClient = useQueryClient();
  const alerts = useQuery(groupAlertsQuery(group));
  const found = alerts.data ?? [];
  const ask = useMutation({
    mutationFn: () => askForEach(found.map(({ id }) => id)),
    onSuccess: ({ asked, later }) =>
      announce(
        later === 0 ? t('portal.alike.asked', { count: asked }) : t('portal.alike.asked-some', { count: asked, later }),
      ),
    onSettled: () => queryClient.invalidateQueries({ queryKey: exposureKeys }),
  });
  return (
    <div className="mt-3 grid gap-3 text-sm">
      <p>{t('portal.alike.lead')}</p>
      <LoadError of={alerts} />
      <ul className="grid list-disc gap-1 pl-5 [overflow-wrap:anywhere]">
        {found.map((alert) => (
          <li key={alert.id}>{subjectName(alert)}</li>
        ))}
      </ul>
      <div>
        <Button busy={ask.isPending} held={found.length === 0} onClick={() => ask.mutate()}>
          {t('portal.alike.check-all', { count: found.length })}
        </Button>
      </div>
      <ErrorNotice error={ask.error} />
    </div>
  );
}

/** One after the other. A server that was looked at a moment ago waits for its turn; what is wrong otherwise ends it. */
async function askForEach(ids: readonly string[]): Promise<{ readonly asked: number; readonly later: number }> {
  let asked = 0;
  let later = 0;
  for (const id of ids)
    try {
      await askForCheck(id);
      asked += 1;
    } catch (error) {
      if (!(error instanceof ApiError && error.retryAfterSeconds !== null)) throw error;
      later += 1;
    }
  return { asked, later };
}
