import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { t } from '../messages/messages.ts';
import { Button } from './button.tsx';

/**
 * A modal question; the browser keeps the focus inside, gives it back at the end, and Escape closes it, unless what it shows would
 * be lost.
 */
export function Dialog({
  open,
  title,
  onClose,
  children,
  actions,
  closeLabel = t('portal.common.close'),
  closesByButtonOnly = false,
}: {
  open: boolean;
  title: string;
  onClose: () => void;
  children: ReactNode;
  actions?: ReactNode;
  closeLabel?: string;
  /** What it shows is shown this once: only its button closes it. */
  closesByButtonOnly?: boolean;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // Before anything is painted: a key that is pressed at once finds the dialog open.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    if (open && !element.open) element.showModal();
    if (!open && element.open) element.close();
    // One that is taken out of the page while it is open would give the focus back to nobody.
    return () => element.close();
  }, [open]);
  return (
    <dialog
      ref={dialog}
      // Told later than it happens: by then the dialog may be open again.
      onClose={() => {
        if (!open || dialog.current === null || dialog.current.open) return;
        // A browser may insist, as on a second press of Escape: then it is shown again.
        if (closesByButtonOnly) dialog.current.showModal();
        else onClose();
      }}
      onCancel={(event) => {
        event.preventDefault();
        if (!closesByButtonOnly) onClose();
      }}
      aria-labelledby={titleId}
      className="m-auto w-[min(36rem,calc(100vw-2rem))] rounded-xl border border-line bg-surface p-5 text-ink shadow-xl backdrop:bg-black/50 sm:p-6"
    >
      {open && (
        <>
          <h2 id={titleId} className="mb-3 text-lg font-semibold [overflow-wrap:anywhere]">
            {title}
          </h2>
          {children}
          <div className="mt-6 flex flex-wrap justify-end gap-2">
            <Button changesNothing onClick={onClose}>
              {closeLabel}
            </Button>
            {actions}
          </div>
        </>
      )}
    </dialog>
  );
}
