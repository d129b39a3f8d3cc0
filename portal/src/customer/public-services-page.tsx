import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { answered, api } from '../api/api.ts';
import { t } from '../messages/messages.ts';
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
      title={t('portal.public.title')}
      back={{ to: '/allowed-ports', label: t('portal.nav.allowed-ports') }}
      lead={t('portal.public.lead')}
    >
      {question.isPending && <Placeholder className="h-80" />}
      <LoadError of={question} />
      {question.data && servers.length === 0 && (
        <EmptyState title={t('portal.public.nothing')}>{t('portal.public.nothing-help')}</EmptyState>
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
      title={t('portal.public.count', { count: servers.length })}
      actions={
        chosen.size < choices.length ? (
          <Button onClick={() => setChosen(new Set(choices.map(({ key }) => key)))}>
            {t('portal.public.choose-all')}
          </Button>
        ) : (
          <Button onClick={() => setChosen(new Set())}>{t('portal.chosen.choose-none')}</Button>
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
                  label={role === 'website' ? t('portal.public.website') : t('portal.public.mail')}
                  hint={t('portal.public.ports-open', { count: ports.length, ports: ports.join(', ') })}
                  aria-label={t(role === 'website' ? 'portal.public.named-website' : 'portal.public.named-mail', {
                    name: server.nickname,
                  })}
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
          {t('portal.public.none-ask')}
        </Button>
      </div>
      <ErrorNotice error={answer.error} />
    </Card>
  );
}

function allowLabel(servers: number): string {
  return t('portal.public.allow', { count: servers });
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
      announce(rules === 0 ? t('portal.public.nothing-allowed') : t('portal.public.done', { rules, alerts }));
      await navigate({ to: '/' });
    },
  });
}
