import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { readableName } from '../../../src/engines/domain-names/readable-name.ts';
import { answered, api } from '../api/api.ts';
import { Message } from '../messages/message.tsx';
import { t } from '../messages/messages.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card, Placeholder } from '../ui/card.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { MissingOrFailed } from '../ui/load-error.tsx';
import { ErrorNotice, Notice } from '../ui/notice.tsx';
import { listText } from '../ui/numbers.ts';
import { Page, PagePlaceholder } from '../ui/page.tsx';
import { SeverityBadge } from '../ui/severity.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { entriesOf } from '../ui/text-list.ts';
import { Time } from '../ui/time.tsx';
import { otherThan, problemsOf } from '../use-change.ts';
import { useCustomerId } from './customer.ts';
import { domainKeys, domainQuery, type Posture, postureQuery } from './domain-data.ts';

type Check = Posture['checks'][number];

/** One domain: what everybody can see of it, with the records to publish. */
export function DomainPage() {
  const { domainId = '' } = useParams({ strict: false });
  const customerId = useCustomerId();
  const domain = useQuery(domainQuery(customerId, domainId));
  const posture = useQuery(postureQuery(customerId, domainId));
  const back = { to: '/domains', label: t('portal.nav.domains') };
  if (domain.isError) return <MissingOrFailed of={domain} back={back} />;
  if (posture.isError) return <MissingOrFailed of={posture} back={back} />;
  if (!domain.data || !posture.data)
    return (
      <PagePlaceholder>
        <Placeholder className="h-96" />
      </PagePlaceholder>
    );
  const { look, open_alerts: openAlerts } = domain.data;
  // That all is looked at shows below; that the look for leaks is still to come is no word on what is shown here.
  const saysNothing = look.state === 'looked_at' || (look.state === 'never_scanned' && posture.data.checks.length > 0);
  return (
    <Page title={readableName(domain.data.domain)} back={back} lead={saysNothing ? undefined : look.sentence}>
      <p>
        <Link to="/leaks" search={{ domain: domainId }} className="text-accent underline">
          {t('portal.servers.open-alerts', { count: openAlerts })}
        </Link>
      </p>
      <Card title={t('portal.posture.title')} lead={t('portal.posture.lead')}>
        <Checks posture={posture.data} />
      </Card>
      {posture.data.registration_changes.length > 0 && (
        <Card title={t('portal.posture.news.title')} lead={t('portal.posture.news.lead')}>
          <RegistrationNews changes={posture.data.registration_changes} />
        </Card>
      )}
      <Card title={t('portal.posture.told.title')} lead={t('portal.posture.told.lead')}>
        <ToldForm key={domainId} domainId={domainId} posture={posture.data} />
      </Card>
    </Page>
  );
}

function Checks({ posture }: { posture: Posture }) {
  if (posture.checks.length === 0) return <p className="text-sm">{t('portal.posture.nothing-yet')}</p>;
  return (
    <div className="grid gap-4">
      <Table
        caption={t('portal.posture.title')}
        columns={columns()}
        rows={posture.checks}
        keyOf={({ check }) => check}
      />
      <p className="text-sm text-muted">
        <Message id="portal.posture.looked-at" values={{ time: <Time at={posture.checked_at} /> }} />
      </p>
    </div>
  );
}

function RegistrationNews({ changes }: { changes: Posture['registration_changes'] }) {
  return (
    <ul className="grid gap-2 text-sm [overflow-wrap:anywhere]">
      {changes.map(({ at, registrar, name_servers: servers }) => (
        <li key={at} className="grid gap-1">
          {registrar && (
            <span>
              <Message id="portal.posture.news.registrar" values={{ ...registrar, time: <Time at={at} /> }} />
            </span>
          )}
          {servers && (
            <span>
              <Message
                id="portal.posture.news.name-servers"
                values={{
                  time: <Time at={at} />,
                  before: listText(servers.before, 'conjunction'),
                  after: listText(servers.after, 'conjunction'),
                }}
              />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

function columns(): readonly Column<Check>[] {
  return [
    {
      heading: t('portal.posture.check'),
      cell: ({ check, explanation }) => (
        <span className="grid gap-1">
          <span className="font-medium">{t(`portal.posture.check.${check}`)}</span>
          <span className="max-w-prose text-muted">{explanation}</span>
        </span>
      ),
    },
    {
      heading: t('portal.posture.state'),
      cell: ({ state, severity }) => (
        <span className="flex flex-wrap items-center gap-2">
          <Badge tone={state === 'ok' ? 'good' : 'neutral'}>{t(`portal.posture.state.${state}`)}</Badge>
          {severity && <SeverityBadge severity={severity} />}
        </span>
      ),
    },
    {
      heading: t('portal.posture.found'),
      wide: true,
      cell: ({ state, found }) => (found.length > 0 || state === 'absent' ? <Found records={found} /> : null),
    },
    {
      heading: t('portal.posture.should-be'),
      wide: true,
      cell: ({ check, should_be: record }) =>
        record === null ? null : (
          <CodeBlock
            text={record}
            label={t('portal.posture.record-for', { check: t(`portal.posture.check.${check}`) })}
          />
        ),
    },
  ];
}

function Found({ records }: { records: readonly string[] }) {
  if (records.length === 0) return <span className="text-muted">{t('portal.posture.nothing-found')}</span>;
  return (
    <ul className="grid gap-1 font-mono text-[0.8125rem] leading-5 [overflow-wrap:anywhere]">
      {records.map((record) => (
        <li key={record}>{record}</li>
      ))}
    </ul>
  );
}

const mailAnswers = { mx: {}, yes: { expects_mail: true }, no: { expects_mail: false } } as const;
type MailAnswer = keyof typeof mailAnswers;

function answerOf(expectsMail: boolean | null): MailAnswer {
  return expectsMail === null ? 'mx' : expectsMail ? 'yes' : 'no';
}

/** What somebody tells of the domain, since it cannot be seen. */
function ToldForm({ domainId, posture }: { domainId: string; posture: Posture }) {
  const customerId = useCustomerId();
  const queryClient = useQueryClient();
  const [selectors, setSelectors] = useState(posture.dkim_selectors.join(', '));
  const [mail, setMail] = useState<MailAnswer>(answerOf(posture.expects_mail));
  const save = useMutation({
    mutationFn: async () =>
      (
        await answered(
          api.PUT('/api/v1/domain-monitoring/domains/{id}', {
            params: { path: { id: domainId } },
            body: {
              billing_customer_id: customerId,
              dkim_selectors: entriesOf(selectors),
              ...mailAnswers[mail],
            },
          }),
        )
      ).data,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: domainKeys }),
  });
  return (
    <form
      className="grid max-w-xl gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <TextField
        label={t('portal.posture.told.selectors')}
        value={selectors}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => setSelectors(target.value)}
        problems={problemsOf(save.error, 'dkim_selectors')}
      />
      <SelectField
        label={t('portal.posture.told.mail')}
        value={mail}
        onChange={({ target }) => setMail(target.value as MailAnswer)}
      >
        <option value="mx">{t('portal.posture.told.mail-by-mx')}</option>
        <option value="yes">{t('portal.posture.told.mail-yes')}</option>
        <option value="no">{t('portal.posture.told.mail-no')}</option>
      </SelectField>
      <div>
        <Button type="submit" busy={save.isPending}>
          {t('portal.posture.told.save')}
        </Button>
      </div>
      <div role="status">{save.isSuccess && <Notice kind="good">{t('portal.posture.told.saved')}</Notice>}</div>
      <ErrorNotice error={otherThan(save.error, ['dkim_selectors'])} />
    </form>
  );
}
