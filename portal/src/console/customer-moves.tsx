import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { answered, api } from '../api/api.ts';
import { type MessageKey, t } from '../messages/messages.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Facts } from '../ui/facts.tsx';
import { TextField } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { otherThan, problemsOf, useChange } from '../use-change.ts';
import { ForManagers } from './for-managers.tsx';

interface Moved {
  readonly customerId: number;
  /** Null: all that the customer has. */
  readonly serviceId: number | null;
}

async function move({ customerId, serviceId }: Moved, to: number, dry_run: boolean) {
  if (serviceId === null) {
    const params = { path: { billing_customer_id: customerId } };
    return (
      await answered(api.POST('/api/v1/customers/{billing_customer_id}/merge', { params, body: { into: to, dry_run } }))
    ).data;
  }
  const params = { path: { billing_customer_id: customerId, service_id: serviceId } };
  const path = '/api/v1/customers/{billing_customer_id}/services/{service_id}/transfer';
  return (await answered(api.POST(path, { params, body: { to, dry_run } }))).data;
}

type MoveAnswer = Awaited<ReturnType<typeof move>>;

/** Gives all that a customer has, or one of its services, to another customer: what it comes to is shown before it is done. */
export function MoveToCustomer(moved: Moved) {
  const [isAsking, setAsking] = useState(false);
  const [to, setTo] = useState<number | null>(null);
  const navigate = useNavigate();
  const tried = useMutation({ mutationFn: (number: number) => move(moved, number, true) });
  const done = useChange({
    change: (number: number) => move(moved, number, false),
    // What moves stands on pages of either customer, and in every list.
    touches: [{ queryKey: [] }],
    done: (_, number) => t('console.move.done', { to: String(number) }),
  });
  const words = moved.serviceId === null ? 'merge' : 'transfer';
  const close = () => {
    setAsking(false);
    setTo(null);
    tried.reset();
    done.reset();
  };
  const finish = (number: number) => {
    close();
    if (moved.serviceId === null)
      void navigate({ to: '/console/customers/$customerId', params: { customerId: String(number) } });
  };
  return (
    <>
      <ForManagers>
        <Button onClick={() => setAsking(true)}>{t(`console.move.${words}-action`)}</Button>
      </ForManagers>
      <FormDialog
        open={isAsking && to === null}
        title={
          moved.serviceId === null
            ? t('console.move.merge-action')
            : t('console.move.transfer-title', { service: String(moved.serviceId) })
        }
        action={t('console.move.preview')}
        busy={tried.isPending}
        error={otherThan(tried.error, ['into', 'to'])}
        onSubmit={(input) => {
          const number = Number(input.get('to'));
          tried.mutate(number, { onSuccess: () => setTo(number) });
        }}
        onClose={close}
      >
        <p className="text-sm">{t(`console.move.${words}-lead`)}</p>
        <TextField
          label={t('console.common.customer-number')}
          hint={t('console.move.number-hint')}
          name="to"
          type="number"
          min={1}
          required
          problems={problemsOf(tried.error, moved.serviceId === null ? 'into' : 'to')}
        />
      </FormDialog>
      <ConfirmDialog
        open={to !== null}
        title={t(`console.move.${words}-confirm`, { to: String(to) })}
        action={t(`console.move.${words}-action`)}
        kind="danger"
        busy={done.isPending}
        error={done.error}
        onConfirm={() => to !== null && done.mutate(to, { onSuccess: () => finish(to) })}
        onClose={close}
      >
        {tried.data && <Preview of={tried.data} />}
      </ConfirmDialog>
    </>
  );
}

const labels = {
  services: 'console.move.services',
  subscriptions: 'console.common.subscriptions',
  endpoints: 'console.common.servers',
  domains: 'console.common.domains',
  allowed_ports: 'console.audit.allowed-ports',
  alerts: 'console.common.alerts',
  findings: 'console.move.findings',
  recipients: 'console.move.recipients',
  channels: 'console.move.channels',
} as const satisfies Record<keyof MoveAnswer['moved'], MessageKey>;

function Preview({ of: { created, moved, not_moved: left, enforcement } }: { of: MoveAnswer }) {
  const kinds = Object.keys(labels) as (keyof typeof labels)[];
  const paused = Object.values(enforcement).flatMap(({ port_monitoring: servers, domain_monitoring: domains }) => [
    ...servers.newly_paused,
    ...domains.newly_paused,
  ]);
  return (
    <>
      {created && <p>{t('console.move.created')}</p>}
      <Facts facts={kinds.map((kind) => [t(labels[kind]), moved[kind] > 0 ? moved[kind] : null])} />
      {kinds.every((kind) => moved[kind] === 0) && <p>{t('console.move.nothing')}</p>}
      {left.length > 0 && (
        <>
          <p>{t('console.move.both', { count: left.length })}</p>
          <ul className="list-disc pl-5">
            {left.map(({ type, name }) => (
              <li key={`${type} ${name}`}>{name}</li>
            ))}
          </ul>
        </>
      )}
      {paused.length > 0 && <p>{t('console.move.paused', { list: paused.join(', ') })}</p>}
      <p>{t('console.move.no-undo')}</p>
    </>
  );
}
