import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { answered, api } from '../api/api.ts';
import { type MessageKey, t } from '../messages/messages.ts';
import { announce } from '../ui/announcements.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { useRefresh } from './alert-actions.tsx';
import { type EndChoice, EndFields, endOf, forGood, isComplete } from './end-choice.tsx';

export type BulkAction = 'acknowledge' | 'allow' | 'false-positive';

const words = {
  acknowledge: {
    title: 'portal.bulk.acknowledge-title',
    action: 'portal.alert.acknowledge',
    meaning: 'portal.bulk.acknowledge-meaning',
    reason: 'portal.bulk.why-wait',
  },
  allow: {
    title: 'portal.bulk.allow-title',
    action: 'portal.bulk.allow',
    meaning: 'portal.bulk.allow-meaning',
    reason: 'portal.common.note',
  },
  'false-positive': {
    title: 'portal.bulk.false-positive-title',
    action: 'portal.bulk.false-positive',
    meaning: 'portal.bulk.false-positive-meaning',
    reason: 'portal.bulk.what-wrong',
  },
} as const satisfies Record<BulkAction, Record<string, MessageKey>>;

/** As many as one request takes. */
const atOnce = 500;

/** Asks before one action is done to many alerts, and says afterwards to how many it was done. */
export function BulkDialog({
  action,
  ids,
  onClose,
  onDone,
  first = forGood,
  children,
}: {
  action: BulkAction;
  ids: readonly string[];
  onClose: () => void;
  onDone: () => void;
  /** For how long, until somebody chooses otherwise. */
  first?: EndChoice;
  children?: ReactNode;
}) {
  const [reason, setReason] = useState('');
  const [end, setEnd] = useState(first);
  const refresh = useRefresh();
  const { title, action: label, meaning, reason: reasonLabel } = words[action];
  const act = useMutation({
    mutationFn: async (told: { readonly reason?: string; readonly until?: string }) => {
      let changed = 0;
      let refused = 0;
      for (let start = 0; start < ids.length; start += atOnce) {
        const body = { action, ids: ids.slice(start, start + atOnce), ...told };
        const { data } = await answered(api.POST('/api/v1/monitoring/alerts/actions', { body }));
        changed += data.changed;
        refused += data.results.filter(({ outcome }) => outcome === 'refused' || outcome === 'absent').length;
      }
      return { changed, refused };
    },
    onSuccess: async ({ changed, refused }) => {
      await refresh();
      onDone();
      announce(
        refused === 0 ? t('portal.bulk.changed', { changed }) : t('portal.bulk.changed-but', { changed, refused }),
      );
    },
    // What was done before something failed shows.
    onError: refresh,
  });
  return (
    <ConfirmDialog
      open
      title={t(title, { count: ids.length })}
      action={t(label)}
      busy={act.isPending}
      disabled={ids.length === 0 || !isComplete(end)}
      error={act.error}
      onConfirm={() => {
        const until = endOf(end, new Date());
        act.mutate({ ...(reason.trim() ? { reason: reason.trim() } : {}), ...(until ? { until } : {}) });
      }}
      onClose={onClose}
    >
      <p>{t(meaning)}</p>
      {children}
      <EndFields value={end} onChange={setEnd} />
      <TextField
        label={t(reasonLabel)}
        value={reason}
        maxLength={255}
        onChange={({ target }) => setReason(target.value)}
      />
    </ConfirmDialog>
  );
}
