import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answered, api } from '../api/api.ts';
import { type MessageKey, t } from '../messages/messages.ts';
import { announce } from '../ui/announcements.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import { type Alert, type AlertAction, alertQuery, exposureKeys } from './data.ts';
import { EndFields, endOf, forGood, isComplete } from './end-choice.tsx';

const paths = {
  acknowledge: '/api/v1/monitoring/alerts/{id}/acknowledge',
  'false-positive': '/api/v1/monitoring/alerts/{id}/false-positive',
  resolve: '/api/v1/monitoring/alerts/{id}/resolve',
  reopen: '/api/v1/monitoring/alerts/{id}/reopen',
} as const satisfies Record<AlertAction, string>;

/** Fetches anew what an alert's change changes elsewhere. */
export function useRefresh() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: exposureKeys });
}

/** Acts on an alert; the page shows what became of it. */
export function useMove(alert: Alert) {
  const queryClient = useQueryClient();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async ({ move, reason, until }: { move: AlertAction; reason?: string; until?: string | undefined }) => {
      const body = { ...(reason ? { reason } : {}), ...(until ? { until } : {}) };
      return (await answered(api.POST(paths[move], { params: { path: { id: alert.id } }, body }))).data;
    },
    onSuccess: ({ alert: moved, message }) => {
      queryClient.setQueryData(alertQuery(alert.id).queryKey, moved);
      announce(message);
      return refresh();
    },
  });
}

/** What can be done about an alert of any kind: what the API says that its kind and status allow. */
export function AlertActions({ alert }: { alert: Alert }) {
  const [asked, setAsked] = useState<SilencingAction | null>(null);
  const move = useMove(alert);
  const can = (action: AlertAction) => alert.actions.includes(action);
  if (alert.actions.length === 0) return null;
  return (
    <Card
      title={can('resolve') ? t('portal.alert.done-question') : t('portal.alert.nothing-to-do')}
      lead={can('resolve') ? t('portal.alert.new-evidence') : undefined}
    >
      <div className="flex flex-wrap gap-2">
        {can('resolve') && (
          <Button kind="primary" busy={move.isPending} onClick={() => move.mutate({ move: 'resolve' })}>
            {t('portal.alert.yes-resolved')}
          </Button>
        )}
        {can('acknowledge') && (
          <Button disabled={move.isPending} onClick={() => setAsked('acknowledge')}>
            {t('portal.alert.not-yet')}
          </Button>
        )}
        {can('reopen') && (
          <Button disabled={move.isPending} onClick={() => move.mutate({ move: 'reopen' })}>
            {t('portal.alert.open-again')}
          </Button>
        )}
        {can('false-positive') && (
          <Button
            kind="quiet"
            className="px-3 text-muted"
            disabled={move.isPending}
            onClick={() => setAsked('false-positive')}
          >
            {t('portal.alert.false-positive')}
          </Button>
        )}
      </div>
      <div className="mt-3 empty:hidden">{asked === null && <ErrorNotice error={move.error} />}</div>
      <SilenceDialog
        move={move}
        action={asked}
        falsePositive={t('portal.alert.false-positive-meaning')}
        onClose={() => setAsked(null)}
      />
    </Card>
  );
}

/** What keeps an alert from being told of, for good or for a time. */
export type SilencingAction = Extract<AlertAction, 'acknowledge' | 'false-positive'>;

const silencing = {
  acknowledge: {
    title: 'portal.alert.acknowledge-title',
    action: 'portal.alert.acknowledge',
    reason: 'portal.alert.why-wait',
  },
  'false-positive': {
    title: 'portal.alert.false-positive',
    action: 'portal.alert.false-positive',
    reason: 'portal.alert.what-wrong',
  },
} as const satisfies Record<SilencingAction, Record<string, MessageKey>>;

/**
 * Asks for a reason, and for how long, before an alert is acknowledged or marked as wrong.
 * @param action null: nothing is asked
 * @param falsePositive what marking it as wrong means
 */
export function SilenceDialog({
  move,
  action,
  falsePositive,
  onClose,
}: {
  move: ReturnType<typeof useMove>;
  action: SilencingAction | null;
  falsePositive: string;
  onClose: () => void;
}) {
  const [reason, setReason] = useState('');
  const [end, setEnd] = useState(forGood);
  // What is closing goes on saying what it said.
  const [shown, setShown] = useState<SilencingAction>('acknowledge');
  if (action !== null && action !== shown) setShown(action);
  const words = silencing[shown];
  return (
    <ConfirmDialog
      open={action !== null}
      title={t(words.title)}
      action={t(words.action)}
      busy={move.isPending}
      disabled={!isComplete(end)}
      error={move.error}
      onConfirm={() =>
        move.mutate({ move: shown, reason: reason.trim(), until: endOf(end, new Date()) }, { onSuccess: onClose })
      }
      onClose={onClose}
    >
      <p>{shown === 'false-positive' ? falsePositive : t('portal.alert.acknowledge-meaning')}</p>
      <EndFields value={end} onChange={setEnd} />
      {end.choice !== 'good' && <p className="text-muted">{t('portal.alert.open-after')}</p>}
      <TextField
        label={t(words.reason)}
        value={reason}
        maxLength={255}
        onChange={({ target }) => setReason(target.value)}
      />
    </ConfirmDialog>
  );
}
