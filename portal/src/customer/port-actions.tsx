import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { answered, api } from '../api/api.ts';
import { announce } from '../ui/announcements.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import { SilenceDialog, type SilencingAction, useMove, useRefresh } from './alert-actions.tsx';
import { portOf } from './alert-words.ts';
import { type Alert, type AlertAction, type PortAlert, portAlertQuery } from './data.ts';
import { EndFields, endOf, forGood, isComplete } from './end-choice.tsx';

/** What can be done about an open port, the likeliest first: close it, or say that it is meant to be open. */
export function PortActions({ alert }: { alert: Alert }) {
  const [asked, setAsked] = useState<'allow' | 'resolve' | SilencingAction | null>(null);
  const move = useMove(alert);
  const { data: port } = useQuery(portAlertQuery(alert.id));
  const close = () => setAsked(null);
  return (
    <Card title={question[alert.status]}>
      <div className="grid gap-4">
        {alert.status === 'resolved' ? (
          <Ended alert={alert} />
        ) : (
          <div className="grid gap-3 sm:grid-cols-2">
            <Choice text="No, or I am not sure.">
              <a href="#close-the-port" className={`${buttonClass('primary')} w-full`}>
                Show me how to close it
              </a>
            </Choice>
            <Choice text="Yes, strangers are meant to reach it.">
              <Button className="w-full" onClick={() => setAsked('allow')}>
                Allow this port
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
        title="Mark as resolved?"
        action="Mark as resolved"
        busy={move.isPending}
        error={move.error}
        onConfirm={() => move.mutate({ move: 'resolve' }, { onSuccess: close })}
        onClose={close}
      >
        <p>
          Nothing on the server changes by that. If the port is still open, the next scan raises a new alert; to be
          sure, close it and have it checked.
        </p>
      </ConfirmDialog>
      <SilenceDialog
        move={move}
        action={asked === 'allow' || asked === 'resolve' ? null : asked}
        falsePositive="For an alert that is wrong: the port is not open, or not what we say. It raises no alert until it has been closed once."
        onClose={close}
      />
    </Card>
  );
}

const question: Readonly<Record<Alert['status'], string>> = {
  open: 'Is this port meant to be open?',
  acknowledged: 'Is this port meant to be open?',
  false_positive: 'You marked this as a false positive',
  resolved: 'Nothing to do: this alert is resolved',
};

function Choice({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="flex flex-col justify-between gap-3 rounded-lg bg-raised p-4">
      <p className="text-sm">{text}</p>
      {children}
    </div>
  );
}

function Ended({ alert }: { alert: Alert }) {
  return (
    <p className="text-sm text-muted">
      {alert.resolution === 'allowed'
        ? 'The port is in your allowed ports. Delete the rule there to be alerted again.'
        : 'If a scan finds the port open again, there will be a new alert.'}
    </p>
  );
}

const otherMoves: readonly (readonly [AlertAction, string])[] = [
  ['acknowledge', 'Acknowledge'],
  ['resolve', 'Mark as resolved'],
  ['false-positive', 'Report a false positive'],
  ['reopen', 'Open again'],
];

function OtherMoves({ alert, busy, onMove }: { alert: Alert; busy: boolean; onMove: (move: AlertAction) => void }) {
  return (
    <div className="-mx-2 flex flex-wrap gap-1">
      {otherMoves
        .filter(([move]) => alert.actions.includes(move))
        .map(([move, label]) => (
          <Button key={move} kind="quiet" className="px-3 text-muted" disabled={busy} onClick={() => onMove(move)}>
            {label}
          </Button>
        ))}
    </div>
  );
}

function AllowDialog({ alert, open, onClose }: { alert: PortAlert; open: boolean; onClose: () => void }) {
  const [note, setNote] = useState('');
  const [end, setEnd] = useState(forGood);
  const refresh = useRefresh();
  const allow = useMutation({
    mutationFn: () => {
      const expiresAt = endOf(end, new Date());
      return answered(
        api.POST('/api/v1/whitelists', {
          body: {
            endpoint_id: alert.endpoint_id,
            port_start: alert.port,
            protocol: alert.protocol,
            ...(note.trim() === '' ? {} : { description: note.trim() }),
            ...(expiresAt ? { expires_at: expiresAt } : {}),
          },
        }),
      );
    },
    onSuccess: async () => {
      await refresh();
      onClose();
      announce(`Port ${portOf(alert)} is allowed on ${alert.nickname}. The alert is resolved.`);
    },
  });
  return (
    <ConfirmDialog
      open={open}
      title={`Allow port ${portOf(alert)} on ${alert.nickname}?`}
      action="Allow this port"
      busy={allow.isPending}
      disabled={!isComplete(end)}
      error={allow.error}
      onConfirm={() => allow.mutate()}
      onClose={onClose}
    >
      <p>
        The port stays open to everybody. This alert is resolved and no new one is raised, until the rule ends or you
        delete it from your allowed ports.
      </p>
      <EndFields value={end} onChange={setEnd} />
      <TextField
        label="Note (optional)"
        hint="For example who needs it. You see it in your allowed ports."
        value={note}
        maxLength={255}
        onChange={({ target }) => setNote(target.value)}
      />
    </ConfirmDialog>
  );
}
