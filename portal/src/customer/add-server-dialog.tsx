import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ApiError, answered, api } from '../api/api.ts';
import { t } from '../messages/messages.ts';
import { announce } from '../ui/announcements.tsx';
import { TextField } from '../ui/field.tsx';
import { fieldProblem } from '../ui/field-problem.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { useCustomerId } from './customer.ts';
import { exposureKeys, serverRoomQuery } from './data.ts';

/** Adds a server to those that are monitored, and goes to its page. */
export function AddServerDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const customerId = useCustomerId();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const add = useMutation({
    mutationFn: (server: { ip_address: string; nickname?: string }) =>
      answered(api.POST('/api/v1/endpoints', { body: { billing_customer_id: customerId, ...server } })),
    onSuccess: async ({ data: server, note }) => {
      await queryClient.invalidateQueries({ queryKey: exposureKeys });
      onClose();
      announce(note ?? t('portal.add-server.done', { name: server.nickname }));
      await navigate({ to: '/servers/$serverId', params: { serverId: server.id } });
    },
  });
  const submit = (form: FormData) => {
    const nickname = String(form.get('nickname')).trim();
    add.mutate({ ip_address: String(form.get('address')).trim(), ...(nickname === '' ? {} : { nickname }) });
  };
  const problems = add.error instanceof ApiError ? add.error.fields : {};
  return (
    <FormDialog
      open={open}
      title={t('portal.add-server.title')}
      action={t('portal.add-server.action')}
      busy={add.isPending}
      error={Object.keys(problems).length === 0 ? add.error : null}
      onSubmit={submit}
      onClose={() => {
        add.reset();
        onClose();
      }}
    >
      <RoomNotice />
      <TextField
        label={t('portal.add-server.address')}
        name="address"
        required
        maxLength={255}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        hint={t('portal.add-server.address-hint')}
        problems={problems.ip_address?.map((sentence) => fieldProblem('ip_address', sentence))}
      />
      <TextField
        label={t('portal.add-server.name')}
        name="nickname"
        maxLength={255}
        autoComplete="off"
        hint={t('portal.add-server.name-hint')}
        problems={problems.nickname?.map((sentence) => fieldProblem('nickname', sentence))}
      />
    </FormDialog>
  );
}

function RoomNotice() {
  const { data } = useQuery(serverRoomQuery);
  if (!data || data.endpoint_limit === null) return null;
  const free = data.endpoint_limit - data.current_endpoint_count;
  if (free > 0)
    return <p className="text-sm text-muted">{t('portal.add-server.room', { limit: data.endpoint_limit, free })}</p>;
  return (
    <Notice kind="warning" title={t('portal.add-server.full')}>
      {t('portal.add-server.full-help')}
    </Notice>
  );
}
