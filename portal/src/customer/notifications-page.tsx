import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError, answered, api } from '../api/api.ts';
import { announce } from '../ui/announcements.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card, Placeholder } from '../ui/card.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { CheckField, SelectField, TextField } from '../ui/field.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { ErrorNotice, Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { type Severity, severities, severityLabel, severityMeaning } from '../ui/severity.tsx';
import { Time } from '../ui/time.tsx';
import { useCustomerId } from './customer.ts';
import { type NotificationSettings, notificationsQuery, type Recipient } from './notification-data.ts';

/** What the customer hears of by e-mail, and which addresses get it. */
export function NotificationsPage() {
  const customerId = useCustomerId();
  const notifications = useQuery(notificationsQuery(customerId));
  const { data } = notifications;
  return (
    <Page
      title="Notifications"
      lead="New problems by e-mail, soon after they are found: one mail for all that is new, at most every five minutes."
    >
      <LoadError of={notifications} />
      {notifications.isPending && <Placeholder className="h-80" />}
      {data && !data.mail_available && (
        <Notice kind="warning" title="No e-mail is sent at present">
          E-mail is not set up for this portal yet. What you choose here counts as soon as it is; until then, alerts are
          shown in the portal only.
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
    </Page>
  );
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
    mutationFn: () =>
      answered(api.PUT('/api/v1/notifications/settings', { body: { client_id: customerId, ...chosen } })),
    onSuccess: async () => {
      await refresh();
      announce('Your choice is saved.');
    },
  });
  return (
    <Card title="What you hear of">
      <form
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <CheckField
          label="Open ports on my servers"
          hint="A port that strangers can reach and that you have not allowed."
          checked={chosen.port_alerts}
          onChange={({ target }) => setChosen({ ...chosen, port_alerts: target.checked })}
        />
        <SeverityField
          label="How severe a port has to be"
          value={chosen.port_alerts_min_severity}
          disabled={!chosen.port_alerts}
          onChange={(severity) => setChosen({ ...chosen, port_alerts_min_severity: severity })}
        />
        <CheckField
          label="Leaks about my domains"
          hint="Stolen logins, and mentions where criminals publish and trade."
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
            Save
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
        label={`How severe: ${title}`}
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
      hint={`${severityLabel(value)} means: ${severityMeaning(value)}`}
      value={value}
      disabled={disabled}
      onChange={({ target }) => onChange(target.value as Severity)}
    >
      {severities.map((severity) => (
        <option key={severity} value={severity}>
          {severity === 'critical' ? 'Critical only' : `${severityLabel(severity)} and worse`}
        </option>
      ))}
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
    <Card
      title="Who gets it"
      lead={`The address of your customer account, and up to ${maxAdded} others, once they have confirmed.`}
    >
      <div className="grid gap-5">
        {recipients.length === 0 && (
          <p className="text-sm text-muted">
            Nobody yet: there is no address in your customer account.{isMailAvailable && ' Add one here.'}
          </p>
        )}
        {recipients.length > 0 && (
          <ul aria-label="Addresses" className="divide-y divide-line border-y border-line">
            {recipients.map((recipient) => (
              <Row key={recipient.id} recipient={recipient} onRemove={() => setRemoved(recipient)} />
            ))}
          </ul>
        )}
        {isMailAvailable && added < maxAdded && <AddForm />}
        {added >= maxAdded && (
          <p className="text-sm text-muted">These are as many as there can be. Remove one to add another.</p>
        )}
      </div>
      {removed && <RemoveDialog recipient={removed} onClose={() => setRemoved(null)} />}
    </Card>
  );
}

const states = {
  active: { label: 'Gets mail', tone: 'good' },
  pending: { label: 'Not confirmed yet', tone: 'warning' },
  unsubscribed: { label: 'Unsubscribed', tone: 'neutral' },
  failing: { label: 'Failing', tone: 'bad' },
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
      announce(
        status === 'active' ? `${email} gets mail.` : `A mail is on its way to ${email}: its link has to be followed.`,
      );
    },
  });
}

function Row({ recipient, onRemove }: { recipient: Recipient; onRemove: () => void }) {
  const ask = useAsk();
  const { email, source, status, failure, last_mail_at } = recipient;
  const { label, tone } = states[status];
  const isTold = source === 'billing';
  return (
    <li className="grid gap-2 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-2 font-medium [overflow-wrap:anywhere]">
            {email}
            <Badge tone={tone}>{label}</Badge>
          </p>
          <p className="text-sm text-muted">
            {isTold ? 'From your customer account' : 'Added here'}
            {last_mail_at && (
              <>
                {' · last mail '}
                <Time at={last_mail_at} />
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
      {status === 'pending' && (
        <p className="text-sm text-muted">A mail with a link went there. The link works for 24 hours.</p>
      )}
      {status === 'failing' && (
        <Notice kind="error" title="The mail server of this address takes no mail for it">
          It said: {failure}
        </Notice>
      )}
      <ErrorNotice error={ask.error} />
      <ReportChoice recipient={recipient} />
    </li>
  );
}

/** Whether the address gets the report of each month, as a PDF. */
function ReportChoice({ recipient: { id, email, status, monthly_report: isChosen } }: { recipient: Recipient }) {
  const customerId = useCustomerId();
  const refresh = useRefresh();
  const choose = useMutation({
    mutationFn: (wanted: boolean) =>
      answered(
        api.PUT('/api/v1/notifications/recipients/{id}', {
          params: { path: { id } },
          body: { client_id: customerId, monthly_report: wanted },
        }),
      ),
    onSuccess: async (_, wanted) => {
      await refresh();
      announce(wanted ? `${email} gets the monthly report.` : `${email} gets no monthly report.`);
    },
  });
  if (status === 'unsubscribed' || status === 'failing') return null;
  return (
    <>
      <CheckField
        label="Monthly report as a PDF"
        hint="On the first day of each month, about the month before."
        aria-label={`Monthly report as a PDF to ${email}`}
        checked={choose.isPending ? choose.variables : isChosen}
        disabled={choose.isPending}
        onChange={({ target }) => choose.mutate(target.checked)}
      />
      <ErrorNotice error={choose.error} />
    </>
  );
}

function askLabel({ source }: Recipient): string {
  return source === 'billing' ? 'Send mail again' : 'Ask again';
}

function removeLabel({ source }: Recipient): string {
  return source === 'billing' ? 'Stop' : 'Remove';
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
        label="Add an address"
        name="email"
        type="email"
        required
        maxLength={255}
        autoComplete="email"
        hint="Whoever reads it gets a mail and has to confirm."
        problems={problems}
      />
      {!problems && <ErrorNotice error={ask.error} />}
      <div>
        <Button type="submit" busy={ask.isPending}>
          Add
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
      announce(`${email} gets no more mail.`);
    },
  });
  return (
    <ConfirmDialog
      open
      title={`No more mail to ${email}?`}
      action={source === 'billing' ? 'Stop the mail' : 'Remove the address'}
      kind="danger"
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>Alerts are still shown in the portal.</p>
    </ConfirmDialog>
  );
}
