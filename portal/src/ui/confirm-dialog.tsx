import type { ReactNode } from 'react';
import { t } from '../messages/messages.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { ErrorNotice } from './notice.tsx';

/** Asks before something is done that cannot simply be undone. The button says what it does. */
export function ConfirmDialog({
  open,
  title,
  action,
  kind = 'primary',
  busy,
  disabled = false,
  error,
  onConfirm,
  onClose,
  children,
}: {
  open: boolean;
  title: string;
  action: string;
  kind?: 'primary' | 'danger';
  busy: boolean;
  /** Something that has to be filled in is not. */
  disabled?: boolean;
  error: Error | null;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <Dialog
      open={open}
      title={title}
      onClose={onClose}
      closeLabel={t('portal.common.cancel')}
      actions={
        <Button kind={kind} busy={busy} disabled={disabled} onClick={onConfirm}>
          {action}
        </Button>
      }
    >
      <div className="grid gap-3 text-sm">
        {children}
        <ErrorNotice error={error} />
      </div>
    </Dialog>
  );
}
