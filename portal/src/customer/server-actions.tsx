import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Pause, Pencil, Play, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { answered, api } from '../api/api.ts';
import { t } from '../messages/messages.ts';
import { announce } from '../ui/announcements.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { useCustomerId } from './customer.ts';
import { exposureKeys, type Server } from './data.ts';

type Asked = 'rename' | 'pause' | 'resume' | 'delete';

/** Rename, pause or resume, delete: each asks first. */
export function ServerActions({ server }: { server: Server }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  const isPaused = server.status === 'paused' && !server.quota_paused;
  return (
    <>
      <Button onClick={() => setAsked('rename')}>
        <Pencil aria-hidden="true" size={16} />
        {t('portal.server.rename')}
      </Button>
      {isPaused ? (
        <Button onClick={() => setAsked('resume')}>
          <Play aria-hidden="true" size={16} />
          {t('portal.server.resume')}
        </Button>
      ) : (
        <Button onClick={() => setAsked('pause')}>
          <Pause aria-hidden="true" size={16} />
          {t('portal.server.pause')}
        </Button>
      )}
      <Button onClick={() => setAsked('delete')}>
        <Trash2 aria-hidden="true" size={16} />
        {t('portal.server.delete')}
      </Button>
      <RenameDialog server={server} open={asked === 'rename'} onClose={close} />
      <StatusDialog server={server} to="paused" open={asked === 'pause'} onClose={close} />
      <StatusDialog server={server} to="active" open={asked === 'resume'} onClose={close} />
      <DeleteDialog server={server} open={asked === 'delete'} onClose={close} />
    </>
  );
}

interface AskedOf {
  readonly server: Server;
  readonly open: boolean;
  readonly onClose: () => void;
}

function useEdit(server: Server, onDone: (changed: Server) => void) {
  const customerId = useCustomerId();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (changes: { nickname: string } | { status: 'active' | 'paused' }) =>
      (
        await answered(
          api.PUT('/api/v1/endpoints/{endpoint}', {
            params: { path: { endpoint: server.id } },
            body: { billing_customer_id: customerId, ...changes },
          }),
        )
      ).data,
    onSuccess: async (changed) => {
      await queryClient.invalidateQueries({ queryKey: exposureKeys });
      onDone(changed);
    },
  });
}

function RenameDialog({ server, open, onClose }: AskedOf) {
  const [name, setName] = useState(server.nickname);
  const rename = useEdit(server, (changed) => {
    onClose();
    announce(t('portal.server.renamed', { name: changed.nickname }));
  });
  return (
    <ConfirmDialog
      open={open}
      title={t('portal.server.rename-title')}
      action={t('portal.server.rename')}
      busy={rename.isPending}
      error={rename.error}
      onConfirm={() => rename.mutate({ nickname: name.trim() || server.hostname })}
      onClose={onClose}
    >
      <TextField
        label={t('portal.server.name')}
        value={name}
        maxLength={255}
        hint={t('portal.server.name-hint', { name: server.hostname })}
        onChange={({ target }) => setName(target.value)}
      />
    </ConfirmDialog>
  );
}

function StatusDialog({ server, to, open, onClose }: AskedOf & { to: 'active' | 'paused' }) {
  const isPausing = to === 'paused';
  const change = useEdit(server, ({ nickname }) => {
    onClose();
    announce(t(isPausing ? 'portal.server.is-paused' : 'portal.server.is-resumed', { name: nickname }));
  });
  return (
    <ConfirmDialog
      open={open}
      title={t(isPausing ? 'portal.server.pause-title' : 'portal.server.resume-title', { name: server.nickname })}
      action={isPausing ? t('portal.server.pause') : t('portal.server.resume')}
      busy={change.isPending}
      error={change.error}
      onConfirm={() => change.mutate({ status: to })}
      onClose={onClose}
    >
      <p>{isPausing ? t('portal.server.pause-note') : t('portal.server.resume-note')}</p>
    </ConfirmDialog>
  );
}

function DeleteDialog({ server, open, onClose }: AskedOf) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () =>
      answered(api.DELETE('/api/v1/endpoints/{endpoint}', { params: { path: { endpoint: server.id } } })),
    onSuccess: async () => {
      await navigate({ to: '/servers' });
      announce(t('portal.server.deleted', { name: server.nickname }));
      await queryClient.invalidateQueries({ queryKey: exposureKeys });
    },
  });
  return (
    <ConfirmDialog
      open={open}
      title={t('portal.server.delete-title', { name: server.nickname })}
      action={t('portal.server.delete-action')}
      kind="danger"
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>{t('portal.server.delete-note', { address: server.ip_address })}</p>
    </ConfirmDialog>
  );
}
