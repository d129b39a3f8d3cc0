import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { answered, api } from '../api/api.ts';
import { announce } from '../ui/announcements.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { useRefresh } from './alert-actions.tsx';
import { EndFields, endOf, forGood, isComplete } from './end-choice.tsx';

export type BulkAction = 'acknowledge' | 'allow' | 'false-positive';

interface Words {
  readonly title: (count: string) => string;
  readonly action: string;
  readonly meaning: string;
  readonly reason: string;
}

const words: Readonly<Record<BulkAction, Words>> = {
  acknowledge: {
    title: (count) => `Acknowledge ${count}?`,
    action: 'Acknowledge',
    meaning: 'They stay until their causes have ended, and are counted no more.',
    reason: 'Why they can wait (optional)',
  },
  allow: {
    title: (count) => `Allow the ports of ${count}?`,
    action: 'Allow the ports',
    meaning:
      'The ports stay open to everybody, each on its own server. The alerts are resolved and no new ones are raised, until the rules end or you delete them from your allowed ports.',
    reason: 'Note (optional)',
  },
  'false-positive': {
    title: (count) => `Report ${count} as false positives?`,
    action: 'Report as false positives',
    meaning: 'For alerts that are wrong. Their causes raise no alert until they have ended once.',
    reason: 'What is wrong about them (optional)',
  },
};

/** As many as one request takes. */
const atOnce = 500;

/** Asks before one action is done to many alerts, and says afterwards to how many it was done. */
export function BulkDialog({
  action,
  ids,
  onClose,
  onDone,
  children,
}: {
  action: BulkAction;
  ids: readonly string[];
  onClose: () => void;
  onDone: () => void;
  children?: ReactNode;
}) {
  const [reason, setReason] = useState('');
  const [end, setEnd] = useState(forGood);
  const refresh = useRefresh();
  const { title, action: label, meaning, reason: reasonLabel } = words[action];
  const act = useMutation({
    mutationFn: async () => {
      const until = endOf(end, new Date());
      const told = { ...(reason.trim() ? { reason: reason.trim() } : {}), ...(until ? { until } : {}) };
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
        refused === 0
          ? `Alerts changed: ${changed.toLocaleString('en')}.`
          : `Alerts changed: ${changed.toLocaleString('en')}. Of ${refused.toLocaleString('en')} this cannot be said: they are of another kind, or have ended meanwhile.`,
      );
    },
    // What was done before something failed shows.
    onError: refresh,
  });
  return (
    <ConfirmDialog
      open
      title={title(ids.length === 1 ? 'one alert' : `${ids.length.toLocaleString('en')} alerts`)}
      action={label}
      busy={act.isPending}
      disabled={ids.length === 0 || !isComplete(end)}
      error={act.error}
      onConfirm={() => act.mutate()}
      onClose={onClose}
    >
      <p>{meaning}</p>
      {children}
      <EndFields value={end} onChange={setEnd} />
      <TextField
        label={reasonLabel}
        value={reason}
        maxLength={255}
        onChange={({ target }) => setReason(target.value)}
      />
    </ConfirmDialog>
  );
}
