import { useMutation, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { answered, api } from '../api/api.ts';
import { type MessageKey, t } from '../messages/messages.ts';
import { announce } from '../ui/announcements.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import { SilenceDialog, type SilencingAction, useMove, useRefresh } from './alert-actions.tsx';
import { portOf } from './alert-words.ts';
import { type Alert, type AlertAction, type PortAlert, portAlertQuery } from './data.ts';
import { EndFields, endOf, forAMonth, forGood, isComplete, isSerious } from './end-choice.tsx';

/** What can be done about an open port, the likeliest first: close it, or say that it is meant to be open. */
export function PortActions({ alert }: { alert: Alert }) {
  // Mails have a link for whoever knows already that the port is meant to be open.
  const wantsToAllow = useSearch({ strict: false, select: (search) => 'allow' in search });
  const [asked, setAsked] = useState<'allow' | 'resolve' | SilencingAction | null>(
    wantsToAllow && alert.status !== 'resolved' ? 'allow' : null,
  );
  const move = useMove(alert);
  const { data: port } = useQuery(portAlertQuery(alert.id));
  const close = () => setAsked(null);
  return (
    <Card title={t(question[alert.status])}>
      <div className="grid gap-3 sm:gap-4">
        {alert.status === 'resolved' ? (
          <Ended alert={alert} />
        ) : (
          <div className="grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-3">
            <Choice text={t('portal.port.no')}>
              <a href="#close-the-port" className={`${buttonClass('primary')} w-full text-center max-sm:px-2`}>
                {t('portal.port.show-how')}
              </a>
            </Choice>
            <Choice text={t('portal.port.yes')}>
              <Button className="w-full max-sm:px-2" onClick={() => setAsked('allow')}>
                {t('portal.port.allow')}
              </Button>
            </Choice>
          </div>
        )}
        <OtherMoves
          alert={alert}
          busy={move.isPending}
          onMove={(wanted) => (wanted === 'reopen' ? move.mutate({ move: wanted }) : setAsked(wanted))}
        />
        {asked === null && <ErrorNotice error={move.error} />}
      </div>
      {port && <AllowDialog alert={port} open={asked === 'allow'} onClose={close} />}
      <ConfirmDialog
        open={asked === 'resolve'}
        title={t('portal.port.mark-title')}
        action={t('portal.port.mark-resolved')}
        busy={move.isPending}
        error={move.error}
        onConfirm={() => move.mutate({ move: 'resolve' }, { onSuccess: close })}
        onClose={close}
      >
        <p>{t('portal.port.mark-meaning')}</p>
      </ConfirmDialog>
      <SilenceDialog
        move={move}
        action={asked === 'allow' || asked === 'resolve' ? null : asked}
        falsePositive={t('portal.port.wrong-meaning')}
        onClose={close}
      />
    </Card>
  );
}

const question: Readonly<Record<Alert['status'], MessageKey>> = {
  open: 'portal.port.meant',
  acknowledged: 'portal.port.meant',
  false_positive: 'portal.port.marked-wrong',
  resolved: 'portal.port.is-resolved',
};

function Choice({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col justify-between gap-2 [overflow-wrap:anywhere] sm:gap-3 sm:rounded-lg sm:bg-raised sm:p-4">
      <p className="text-sm">{text}</p>
      {children}
    </div>
  );
}

function Ended({ alert }: { alert: Alert }) {
  return (
    <p className="text-sm text-muted">
      {alert.resolution === 'allowed' ? t('portal.port.in-allowed') : t('portal.port.if-open')}
    </p>
  );
}

const otherMoves: readonly (readonly [AlertAction, MessageKey])[] = [
  ['acknowledge', 'portal.alert.acknowledge'],
  ['resolve', 'portal.port.mark-resolved'],
  ['false-positive', 'portal.alert.false-positive'],
  ['reopen', 'portal.alert.open-again'],
];

function OtherMoves({ alert, busy, onMove }: { alert: Alert; busy: boolean; onMove: (move: AlertAction) => void }) {
  return (
    <div className="-mx-2 flex flex-wrap gap-1">
      {otherMoves
        .filter(([move]) => alert.actions.includes(move))
        .map(([move, label]) => (
          <Button key={move} kind="quiet" className="px-3 text-muted" disabled={busy} onClick={() => onMove(move)}>
            {t(label)}
          </Button>
        ))}
    </div>
  );
}

function AllowDialog({ alert, open, onClose }: { alert: PortAlert; open: boolean; onClose: () => void }) {
  const [note, setNote] = useState('');
  const [end, setEnd] = useState(isSerious(alert) ? forAMonth : forGood);
  const refresh = useRefresh();
  const allow = useMutation({
    mutationFn: (chosen: { readonly description?: string; readonly expires_at?: string }) => {
      const body = { endpoint_id: alert.endpoint_id, port_start: alert.port, protocol: alert.protocol, ...chosen };
      return answered(api.POST('/api/v1/whitelists', { body }));
    },
    onSuccess: async () => {
      await refresh();
      onClose();
      announce(t('portal.port.allowed', { port: portOf(alert), server: alert.nickname }));
    },
  });
  return (
    <ConfirmDialog
      open={open}
      title={t('portal.port.allow-title', { port: portOf(alert), server: alert.nickname })}
      action={t('portal.port.allow')}
      busy={allow.isPending}
      disabled={!isComplete(end)}
      error={allow.error}
      onConfirm={() => {
        const expiresAt = endOf(end, new Date());
        allow.mutate({
          ...(note.trim() === '' ? {} : { description: note.trim() }),
          ...(expiresAt ? { expires_at: expiresAt } : {}),
        });
      }}
      onClose={onClose}
    >
      <p>{t('portal.port.allow-meaning')}</p>
      <EndFields value={end} onChange={setEnd} />
      <TextField
        label={t('portal.common.note')}
        hint={t('portal.port.note-hint')}
        value={note}
        maxLength={255}
        onChange={({ target }) => setNote(target.value)}
      />
    </ConfirmDialog>
  );
}
