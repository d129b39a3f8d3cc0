import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Pause, Pencil, Play, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { answered, api } from '../api/api.ts';
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
        Rename
      </Button>
      {isPaused ? (
        <Button onClick={() => setAsked('resume')}>
          <Play aria-hidden="true" size={16} />
          Resume
        </Button>
      ) : (
        <Button onClick={() => setAsked('pause')}>
          <Pause aria-hidden="true" size={16} />
          Pause
        </Button>
      )}
      <Button onClick={() => setAsked('delete')}>
        <Trash2 aria-hidden="true" size={16} />
        Delete
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
    announce(`The server is called ${changed.nickname} now.`);
  });
  return (
    <ConfirmDialog
      open={open}
      title="Rename the server"
      action="Rename"
      busy={rename.isPending}
      error={rename.error}
      onConfirm={() => rename.mutate({ nickname: name.trim() || server.hostname })}
      onClose={onClose}
    >
      <TextField
        label="Name"
        value={name}
        maxLength={255}
        hint={`Left empty, it is called ${server.hostname}.`}
        onChange={({ target }) => setName(target.value)}
      />
    </ConfirmDialog>
  );
}

function StatusDialog({ server, to, open, onClose }: AskedOf & { to: 'active' | 'paused' }) {
  const isPausing = to === 'paused';
  const change = useEdit(server, ({ nickname }) => {
    onClose();
    announce(isPausing ? `${nickname} is paused.` : `${nickname} is scanned again.`);
  });
  return (
    <ConfirmDialog
      open={open}
      title={isPausing ? `Pause ${server.nickname}?` : `Resume ${server.nickname}?`}
      action={isPausing ? 'Pause' : 'Resume'}
      busy={change.isPending}
      error={change.error}
      onConfirm={() => change.mutate({ status: to })}
      onClose={onClose}
    >
      <p>
        {isPausing
          ? 'It is not scanned until you resume it. Its alerts and its history stay, and it keeps its place in your plan.'
          : 'It is scanned again on the usual schedule.'}
      </p>
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
      announce(`${server.nickname} is no longer monitored.`);
      await queryClient.invalidateQueries({ queryKey: exposureKeys });
    },
  });
  return (
    <ConfirmDialog
      open={open}
      title={`Stop monitoring ${server.nickname}?`}
      action="Stop monitoring"
      kind="danger"
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>
        It is scanned no more, its open alerts are resolved and its place in your plan becomes free. The server itself
        is not touched. If you add {server.ip_address} again, its history is there again.
      </p>
    </ConfirmDialog>
  );
}
