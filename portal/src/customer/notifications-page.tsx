import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError, answered, api } from '../api/api.ts';
import { ChannelsCard } from '../channels/channels-card.tsx';
import { LooksOnly } from '../may-change.tsx';
import { Message } from '../messages/message.tsx';
import { t } from '../messages/messages.ts';
import { announce } from '../ui/announcements.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card, Placeholder } from '../ui/card.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { CheckField, SelectField, TextField } from '../ui/field.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { ErrorNotice, Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { type Severity, SeverityOptions, severityLabel, severityMeaning } from '../ui/severity.tsx';
import { Time } from '../ui/time.tsx';
import { serverName } from './alert-words.ts';
import { useCustomerId, useIsInSandbox } from './customer.ts';
import { serverChoiceQuery } from './data.ts';
import { DeliveryChoice } from './delivery-choice.tsx';
import { type NotificationSettings, notificationsQuery, type Recipient } from './notification-data.ts';

/** What the customer hears of by e-mail, and which addresses get it. */
export function NotificationsPage() {
  const customerId = useCustomerId();
  const notifications = useQuery(notificationsQuery(customerId));
  const { data } = notifications;
  return (
    <Page title={t('portal.nav.notifications')} lead={t('portal.notifications.lead')}>
      <LoadError of={notifications} />
      {notifications.isPending && <Placeholder className="h-80" />}
      {data && !data.mail_available && (
        <Notice kind="warning" title={t('portal.notifications.no-mail')}>
          {t('portal.notifications.no-mail-help')}
        </Notice>
      )}
      {data && <Settings settings={data.settings} />}
      {data && (
        <Recipients
          recipients={data.recipients}
          maxAdded={data.max_added_recipients}
          isMailAvailable={data.mail_available}
        />
      )}
      <Channels />
    </Page>
  );
}

/** The customer's own chats and pagers. */
function Channels() {
  const servers = useQuery(serverChoiceQuery(''));
  const named = servers.data?.data.map((server) => ({ id: server.id, name: serverName(server) }));
  const card = <ChannelsCard owner={useCustomerId()} lead={t('portal.channels.lead')} servers={named ?? []} />;
  if (!useIsInSandbox()) return card;
  return <LooksOnly because={t('portal.sandbox.no-channels')}>{card}</LooksOnly>;
}

function useRefresh() {
  const customerId = useCustomerId();
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries(notificationsQuery(customerId));
}

function Settings({ settings }: { settings: NotificationSettings }) {
  const customerId = useCustomerId();
  const refresh = useRefresh();
  const [chosen, setChosen] = useState(settings);
  const save = useMutation({
    mutationFn: (wanted: NotificationSettings) =>
      answered(api.PUT('/api/v1/notifications/settings', { body: { client_id: customerId, ...wanted } })),
    onSuccess: async () => {
      await refresh();
      announce(t('portal.notifications.saved'));
    },
  });
  return (
    <Card title={t('portal.notifications.what')}>
      <form
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(chosen);
        }}
      >
        <CheckField
          label={t('portal.notifications.ports')}
          hint={t('portal.notifications.ports-hint')}
          checked={chosen.port_alerts}
          onChange={({ target }) => setChosen({ ...chosen, port_alerts: target.checked })}
        />
        <SeverityField
          label={t('portal.notifications.ports-severity')}
          value={chosen.port_alerts_min_severity}
          disabled={!chosen.port_alerts}
          onChange={(severity) => setChosen({ ...chosen, port_alerts_min_severity: severity })}
        />
        <CheckField
          label={t('portal.notifications.leaks')}
          hint={t('portal.notifications.leaks-hint')}
          checked={chosen.domain_alerts}
          onChange={({ target }) => setChosen({ ...chosen, domain_alerts: target.checked })}
        />
        {Object.entries(chosen.kinds).map(([kind, choice]) => (
          <KindFields
            key={kind}
            choice={choice}
            onChange={(changed) => setChosen({ ...chosen, kinds: { ...chosen.kinds, [kind]: changed } })}
          />
        ))}
        <ErrorNotice error={save.error} />
        <div>
          <Button type="submit" kind="primary" busy={save.isPending}>
            {t('portal.common.save')}
          </Button>
        </div>
      </form>
    </Card>
  );
}

type Choice = NotificationSettings['kinds'][string];

/** What to hear of alerts of a kind that the portal need not know. */
function KindFields({ choice, onChange }: { choice: Choice; onChange: (choice: Choice) => void }) {
  const { title } = choice;
  return (
    <>
      <CheckField
        label={`${title.charAt(0).toUpperCase()}${title.slice(1)}`}
        checked={choice.enabled}
        onChange={({ target }) => onChange({ ...choice, enabled: target.checked })}
      />
      <SeverityField
        label={t('portal.notifications.how-severe', { title })}
        value={choice.min_severity ?? 'low'}
        disabled={!choice.enabled}
        onChange={(severity) => onChange({ ...choice, min_severity: severity })}
      />
    </>
  );
}

function SeverityField({
  label,
  value,
  disabled,
  onChange,
}: {
  label: string;
  value: Severity;
  disabled: boolean;
  onChange: (severity: Severity) => void;
}) {
  return (
    <SelectField
      label={label}
      hint={t('portal.notifications.severity-means', {
        severity: severityLabel(value),
        meaning: severityMeaning(value),
      })}
      value={value}
      disabled={disabled}
      onChange={({ target }) => onChange(target.value as Severity)}
    >
      <SeverityOptions />
    </SelectField>
  );
}

function Recipients({
  recipients,
  maxAdded,
  isMailAvailable,
}: {
  recipients: readonly Recipient[];
  maxAdded: number;
  isMailAvailable: boolean;
}) {
  const [removed, setRemoved] = useState<Recipient | null>(null);
  const added = recipients.filter(({ source }) => source === 'added').length;
  return (
    <Card title={t('portal.notifications.who')} lead={t('portal.notifications.who-lead', { count: maxAdded })}>
      <div className="grid gap-5">
        {recipients.length === 0 && (
          <p className="text-sm text-muted">
            {t(isMailAvailable ? 'portal.notifications.nobody-add' : 'portal.notifications.nobody')}
          </p>
        )}
        {recipients.length > 0 && (
          <ul aria-label={t('portal.notifications.addresses')} className="divide-y divide-line border-y border-line">
            {recipients.map((recipient) => (
              <Row key={recipient.id} recipient={recipient} onRemove={() => setRemoved(recipient)} />
            ))}
          </ul>
        )}
        {isMailAvailable && added < maxAdded && <AddForm />}
        {added >= maxAdded && <p className="text-sm text-muted">{t('portal.notifications.as-many')}</p>}
      </div>
      {removed && <RemoveDialog recipient={removed} onClose={() => setRemoved(null)} />}
    </Card>
  );
}

const tones = {
  active: 'good',
  pending: 'warning',
  unsubscribed: 'neutral',
  failing: 'bad',
} as const;

function useAsk() {
  const customerId = useCustomerId();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async (email: string) =>
      (await answered(api.POST('/api/v1/notifications/recipients', { body: { client_id: customerId, email } }))).data
        .recipient,
    onSuccess: async ({ email, status }) => {
      await refresh();
      announce(t(status === 'active' ? 'portal.notifications.active' : 'portal.notifications.asked', { email }));
    },
  });
}

function Row({ recipient, onRemove }: { recipient: Recipient; onRemove: () => void }) {
  const ask = useAsk();
  const { email, source, status, failure, last_mail_at } = recipient;
  const isTold = source === 'billing';
  return (
    <li className="grid gap-2 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-2 font-medium [overflow-wrap:anywhere]">
            {email}
            <Badge tone={tones[status]}>{t(`portal.recipient.${status}`)}</Badge>
          </p>
          <p className="text-sm text-muted">
            {isTold ? t('portal.notifications.from-account') : t('portal.notifications.added-here')}
            {last_mail_at && (
              <>
                {' · '}
                <Message id="portal.notifications.last-mail" values={{ time: <Time at={last_mail_at} /> }} />
              </>
            )}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          {status !== 'active' && (
            <Button
              busy={ask.isPending}
              aria-label={`${askLabel(recipient)}: ${email}`}
              onClick={() => ask.mutate(email)}
            >
              {askLabel(recipient)}
            </Button>
          )}
          {(!isTold || status === 'active') && (
            <Button aria-label={`${removeLabel(recipient)}: ${email}`} onClick={onRemove}>
              {removeLabel(recipient)}
            </Button>
          )}
        </div>
      </div>
      {status === 'pending' && <p className="text-sm text-muted">{t('portal.notifications.pending')}</p>}
      {status === 'failing' && (
        <Notice kind="error" title={t('portal.notifications.refused')}>
          {t('portal.notifications.it-said', { failure: failure ?? '' })}
        </Notice>
      )}
      <ErrorNotice error={ask.error} />
      <MailChoice recipient={recipient} mail={monthlyReport} />
      <MailChoice recipient={recipient} mail={weeklySummary} />
      <DeliveryChoice recipient={recipient} />
    </li>
  );
}

const changeOf = (field: MailAtTimes['field'], wanted: boolean) =>
  field === 'monthly_report' ? { monthly_report: wanted } : { weekly_summary: wanted };

interface MailAtTimes {
  readonly field: 'monthly_report' | 'weekly_summary';
  readonly words: 'report' | 'week';
}

/** The report of each month, as a PDF. */
const monthlyReport: MailAtTimes = { field: 'monthly_report', words: 'report' };
const weeklySummary: MailAtTimes = { field: 'weekly_summary', words: 'week' };

/** Whether the address gets a mail that comes at fixed times. */
function MailChoice({ recipient, mail: { field, words } }: { recipient: Recipient; mail: MailAtTimes }) {
  const { id, email, status } = recipient;
  const customerId = useCustomerId();
  const refresh = useRefresh();
  const choose = useMutation({
    mutationFn: (wanted: boolean) =>
      answered(
        api.PUT('/api/v1/notifications/recipients/{id}', {
          params: { path: { id } },
          body: { client_id: customerId, ...changeOf(field, wanted) },
        }),
      ),
    onSuccess: async (_, wanted) => {
      await refresh();
      announce(t(`portal.notifications.${words}-${wanted ? 'on' : 'off'}`, { email }));
    },
  });
  if (status === 'unsubscribed' || status === 'failing') return null;
  return (
    <>
      <CheckField
        label={t(`portal.notifications.${words}`)}
        hint={t(`portal.notifications.${words}-hint`)}
        aria-label={t(`portal.notifications.${words}-to`, { email })}
        checked={choose.isPending ? choose.variables : recipient[field]}
        disabled={choose.isPending}
        onChange={({ target }) => choose.mutate(target.checked)}
      />
      <ErrorNotice error={choose.error} />
    </>
  );
}

function askLabel({ source }: Recipient): string {
  return source === 'billing' ? t('portal.notifications.send-again') : t('portal.notifications.ask-again');
}

function removeLabel({ source }: Recipient): string {
  return source === 'billing' ? t('portal.notifications.stop') : t('portal.notifications.remove');
}

function AddForm() {
  const ask = useAsk();
  const problems = ask.error instanceof ApiError ? ask.error.fields.email : undefined;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    ask.mutate(String(new FormData(form).get('email')), { onSuccess: () => form.reset() });
  };
  return (
    <form onSubmit={submit} className="grid max-w-md gap-3">
      <TextField
        label={t('portal.notifications.add-address')}
        name="email"
        type="email"
        required
        maxLength={255}
        autoComplete="email"
        hint={t('portal.notifications.add-hint')}
        problems={problems}
      />
      {!problems && <ErrorNotice error={ask.error} />}
      <div>
        <Button type="submit" busy={ask.isPending}>
          {t('portal.notifications.add')}
        </Button>
      </div>
    </form>
  );
}

function RemoveDialog({ recipient, onClose }: { recipient: Recipient; onClose: () => void }) {
  const refresh = useRefresh();
  const { id, email, source } = recipient;
  const remove = useMutation({
    mutationFn: () => answered(api.DELETE('/api/v1/notifications/recipients/{id}', { params: { path: { id } } })),
    onSuccess: async () => {
      await refresh();
      onClose();
      announce(t('portal.notifications.stopped', { email }));
    },
  });
  return (
    <ConfirmDialog
      open
      title={t('portal.notifications.stop-title', { email })}
      action={source === 'billing' ? t('portal.notifications.stop-action') : t('portal.notifications.remove-action')}
      kind="danger"
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>{t('portal.notifications.still-shown')}</p>
    </ConfirmDialog>
  );
}
