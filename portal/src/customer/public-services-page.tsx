import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { answered, api } from '../api/api.ts';
import { announce } from '../ui/announcements.tsx';
import { Button } from '../ui/button.tsx';
import { Card, EmptyState, Placeholder } from '../ui/card.tsx';
import { CheckField } from '../ui/field.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { serverName } from './alert-words.ts';
import { useCustomerId } from './customer.ts';
import { exposureKeys, type PublicServer, publicServicesQuery } from './data.ts';

/** `website <id>` and `mail <id>`. */
type Chosen = ReadonlySet<string>;

/** Which servers are websites or mail servers: the answer allows their ports in one step. */
export function PublicServicesPage() {
  const question = useQuery(publicServicesQuery(useCustomerId()));
  const servers = question.data?.servers ?? [];
  return (
    <Page
      title="Which of these are websites or mail servers?"
      back={{ to: '/allowed-ports', label: 'Allowed ports' }}
      lead="Strangers have to reach them, so their ports raise no alerts any more: 80 and 443 of websites, 25, 465, 587 and 993 of mail servers. Leave out what you do not know."
    >
      {question.isPending && <Placeholder className="h-80" />}
      <LoadError of={question} />
      {question.data && servers.length === 0 && (
        <EmptyState title="There is nothing to ask">
          No server has an alert about the ports of websites and mail servers.
        </EmptyState>
      )}
      {servers.length > 0 && <Question servers={servers} />}
    </Page>
  );
}

function Question({ servers }: { servers: readonly PublicServer[] }) {
  const [chosen, setChosen] = useState<Chosen>(new Set());
  const answer = useAnswer();
  const choices = servers.flatMap(choicesOf);
  const toggle = (key: string, isChosen: boolean) =>
    setChosen(new Set(isChosen ? [...chosen, key] : [...chosen].filter((other) => other !== key)));
  const idsOf = (role: Role) =>
    choices.filter((choice) => choice.role === role && chosen.has(choice.key)).map(({ serverId }) => serverId);
  const count = new Set([...idsOf('website'), ...idsOf('mail')]).size;
  return (
    <Card
      title={servers.length === 1 ? 'One server' : `${servers.length.toLocaleString('en')} servers`}
      actions={
        chosen.size < choices.length ? (
          <Button onClick={() => setChosen(new Set(choices.map(({ key }) => key)))}>Choose all</Button>
        ) : (
          <Button onClick={() => setChosen(new Set())}>Choose none</Button>
        )
      }
    >
      <ul className="grid gap-4">
        {servers.map((server) => (
          <li key={server.endpoint_id} className="grid gap-2 border-t border-line pt-4">
            <h3 className="font-medium [overflow-wrap:anywhere]">{serverName(server)}</h3>
            <div className="grid gap-2 sm:grid-cols-2">
              {choicesOf(server).map(({ key, role, ports }) => (
                <CheckField
                  key={key}
                  label={role === 'website' ? 'It is a website' : 'It is a mail server'}
                  hint={ports.length === 1 ? `Port ${ports[0]} is open.` : `Ports ${ports.join(', ')} are open.`}
                  aria-label={
                    role === 'website' ? `${server.nickname} is a website` : `${server.nickname} is a mail server`
                  }
                  checked={chosen.has(key)}
                  onChange={({ target }) => toggle(key, target.checked)}
                />
              ))}
            </div>
          </li>
        ))}
      </ul>
      <div className="sticky bottom-0 -mx-4 mt-4 flex flex-wrap gap-2 border-t border-line bg-surface px-4 py-3 sm:-mx-6 sm:px-6">
        <Button
          kind="primary"
          className="w-full sm:w-auto"
          busy={answer.isPending}
          disabled={count === 0}
          onClick={() => answer.mutate({ websites: idsOf('website'), mail_servers: idsOf('mail') })}
        >
          {allowLabel(count)}
        </Button>
        <Button
          className="w-full sm:w-auto"
          disabled={answer.isPending}
          onClick={() => answer.mutate({ websites: [], mail_servers: [] })}
        >
          None of them, do not ask again
        </Button>
      </div>
      <ErrorNotice error={answer.error} />
    </Card>
  );
}

function allowLabel(servers: number): string {
  if (servers === 0) return 'Allow their ports';
  return servers === 1 ? 'Allow the ports of one server' : `Allow the ports of ${servers.toLocaleString('en')} servers`;
}

type Role = 'website' | 'mail';

function choicesOf({ endpoint_id: serverId, web_ports, mail_ports }: PublicServer) {
  const roles: readonly (readonly [Role, readonly number[]])[] = [
    ['website', web_ports],
    ['mail', mail_ports],
  ];
  return roles
    .filter(([, ports]) => ports.length > 0)
    .map(([role, ports]) => ({ key: `${role} ${serverId}`, serverId, role, ports }));
}

function useAnswer() {
  const customerId = useCustomerId();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async (servers: { websites: string[]; mail_servers: string[] }) =>
      (
        await answered(
          api.POST('/api/v1/monitoring/public-services', { body: { billing_customer_id: customerId, ...servers } }),
        )
      ).data,
    onSuccess: async ({ rules_created: rules, alerts_resolved: alerts }) => {
      await queryClient.invalidateQueries({ queryKey: exposureKeys });
      announce(
        rules === 0
          ? 'Nothing was allowed. You find this question again among your allowed ports.'
          : `Ports allowed: ${rules.toLocaleString('en')}. Alerts resolved: ${alerts.toLocaleString('en')}.`,
      );
      await navigate({ to: '/' });
    },
  });
}
