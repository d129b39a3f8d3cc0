import { type ReactNode, useId } from 'react';
import { t } from '../messages/messages.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { ErrorNotice } from './notice.tsx';

/** A dialog to fill in. The button says what it does. */
export function FormDialog({
  open = true,
  title,
  action,
  busy,
  changesNothing = false,
  error,
  onSubmit,
  onClose,
  children,
}: {
  open?: boolean;
  title: string;
  action: string;
  busy: boolean;
  changesNothing?: boolean;
  /** What no field shows. */
  error: Error | null;
  onSubmit: (input: FormData) => void;
  onClose: () => void;
  children: ReactNode;
}) {
  const form = useId();
  return (
    <Dialog
      open={open}
      title={title}
      closeLabel={t('portal.common.cancel')}
      onClose={onClose}
      actions={
        <Button kind="primary" type="submit" form={form} changesNothing={changesNothing} busy={busy}>
          {action}
        </Button>
      }
    >
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit(new FormData(event.currentTarget));
        }}
        className="grid gap-4"
      >
        <ErrorNotice error={error} />
        {children}
      </form>
    </Dialog>
  );
}
