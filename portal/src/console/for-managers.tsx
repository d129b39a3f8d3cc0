import type { FormEventHandler, ReactNode } from 'react';
import { useMay } from './own-account.ts';

/** What support cannot do is not offered: the layout says so once. */
export function ForManagers({ children }: { children: ReactNode }) {
  return useMay('manager') ? children : null;
}

/** A form of which support sees what is in it, and can change nothing. */
export function ManagersForm({
  onSubmit,
  className,
  children,
}: {
  onSubmit: FormEventHandler<HTMLFormElement>;
  className: string;
  children: ReactNode;
}) {
  return (
    <form onSubmit={onSubmit}>
      <fieldset disabled={!useMay('manager')} className={`min-w-0 ${className}`}>
        {children}
      </fieldset>
    </form>
  );
}
