import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError, answered, api } from '../api/api.ts';
import { t } from '../messages/messages.ts';
import { announce } from '../ui/announcements.tsx';
import { Button } from '../ui/button.tsx';
import { CheckField, SelectField, TextField } from '../ui/field.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import { useCustomerId } from './customer.ts';
import { notificationsQuery, type Recipient } from './notification-data.ts';

const deliveries = ['immediate', 'gathered', 'daily', 'weekly'] as const satisfies Recipient['delivery'][];

/** When an address is told of what is not critical. */
export function DeliveryChoice({ recipient }: { recipient: Recipient }) {
  const customerId = useCustomerId();
  const queryClient = useQueryClient();
  const { id, email, status, delivery, quiet_hours, time_zone, tell_resolved } = recipient;
  // Nobody chose the zone of an address whose mail comes at once: the reader's own is a better guess.
  const isChosen = delivery !== 'immediate' || quiet_hours !== null;
  const [chosen, setChosen] = useState({
    delivery,
    from: quiet_hours?.from ?? '',
    to: quiet_hours?.to ?? '',
    time_zone: isChosen ? time_zone : Intl.DateTimeFormat().resolvedOptions().timeZone,
    tell_resolved,
  });
  const save = useMutation({
    mutationFn: () => {
      const { from, to, ...others } = chosen;
      return answered(
        api.PUT('/api/v1/notifications/recipients/{id}', {
          params: { path: { id } },
          body: {
            client_id: customerId,
            ...others,
            quiet_hours: { ...(from === '' ? {} : { from }), ...(to === '' ? {} : { to }) },
          },
        }),
      );
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries(notificationsQuery(customerId));
      announce(t('portal.notifications.timing-saved', { email }));
    },
  });
  if (status === 'unsubscribed' || status === 'failing') return null;
  const problems = save.error instanceof ApiError ? save.error.fields : {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <details className="text-sm">
      <summary className="cursor-pointer">{t('portal.notifications.timing', { email })}</summary>
      <form onSubmit={submit} className="grid max-w-md gap-4 py-3">
        <SelectField
          label={t('portal.notifications.delivery')}
          hint={t('portal.notifications.delivery-hint')}
          value={chosen.delivery}
          onChange={({ target }) => setChosen({ ...chosen, delivery: target.value as Recipient['delivery'] })}
        >
          {deliveries.map((each) => (
            <option key={each} value={each}>
              {t(`portal.delivery.${each}`)}
            </option>
          ))}
        </SelectField>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label={t('portal.notifications.quiet-from')}
            type="time"
            value={chosen.from}
            onChange={({ target }) => setChosen({ ...chosen, from: target.value })}
            problems={problems.quiet_hours ?? problems['quiet_hours.from']}
          />
          <TextField
            label={t('portal.notifications.quiet-to')}
            type="time"
            value={chosen.to}
            onChange={({ target }) => setChosen({ ...chosen, to: target.value })}
            problems={problems['quiet_hours.to']}
          />
        </div>
        <TextField
          label={t('portal.notifications.time-zone')}
          maxLength={64}
          value={chosen.time_zone}
          onChange={({ target }) => setChosen({ ...chosen, time_zone: target.value })}
          problems={problems.time_zone}
        />
        <CheckField
          label={t('portal.notifications.tell-resolved')}
          checked={chosen.tell_resolved}
          onChange={({ target }) => setChosen({ ...chosen, tell_resolved: target.checked })}
        />
        {Object.keys(problems).length === 0 && <ErrorNotice error={save.error} />}
        <div>
          <Button type="submit" busy={save.isPending}>
            {t('portal.notifications.timing-save')}
          </Button>
        </div>
      </form>
    </details>
  );
}
