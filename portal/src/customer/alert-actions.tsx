import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { answered, api } from '../api/api.ts';
import { announce } from '../ui/announcements.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import { type Alert, type AlertAction, alertQuery, exposureKeys } from './data.ts';

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
    mutationFn: async ({ move, reason }: { move: AlertAction; reason?: string }) => {
      const body = reason ? { reason } : {};
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
  const [isAsked, setAsked] = useState(false);
  const move = useMove(alert);
  const can = (action: AlertAction) => alert.actions.includes(action);
  if (alert.actions.length === 0) return null;
  return (
    <Card
      title={can('resolve') ? 'Have you done what is needed?' : 'Nothing to do'}
      lead={can('resolve') ? 'New evidence raises a new alert, whatever you choose.' : undefined}
    >
      <div className="flex flex-wrap gap-2">
        {can('resolve') && (
          <Button kind="primary" busy={move.isPending} onClick={() => move.mutate({ move: 'resolve' })}>
            Yes, mark as resolved
          </Button>
        )}
        {can('acknowledge') && (
          <Button disabled={move.isPending} onClick={() => move.mutate({ move: 'acknowledge' })}>
            Not yet, but I have seen it
          </Button>
        )}
        {can('reopen') && (
          <Button disabled={move.isPending} onClick={() => move.mutate({ move: 'reopen' })}>
            Open again
          </Button>
        )}
        {can('false-positive') && (
          <Button kind="quiet" className="px-3 text-muted" disabled={move.isPending} onClick={() => setAsked(true)}>
            Report a false positive
          </Button>
        )}
      </div>
      <div className="mt-3 empty:hidden">{!isAsked && <ErrorNotice error={move.error} />}</div>
      <FalsePositiveDialog move={move} open={isAsked} onClose={() => setAsked(false)}>
        For an alert that is wrong. Its cause raises no alert until it has ended once.
      </FalsePositiveDialog>
    </Card>
  );
}

/** Asks what is wrong before an alert is marked as wrong. */
export function FalsePositiveDialog({
  move,
  open,
  onClose,
  children,
}: {
  move: ReturnType<typeof useMove>;
  open: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  const [reason, setReason] = useState('');
  return (
    <ConfirmDialog
      open={open}
      title="Report a false positive"
      action="Report a false positive"
      busy={move.isPending}
      error={move.error}
      onConfirm={() => move.mutate({ move: 'false-positive', reason: reason.trim() }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{children}</p>
      <TextField
        label="What is wrong about it (optional)"
        value={reason}
        maxLength={255}
        onChange={({ target }) => setReason(target.value)}
      />
    </ConfirmDialog>
  );
}
