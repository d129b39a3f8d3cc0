import { ListFilter } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { t } from '../messages/messages.ts';
import { Button } from './button.tsx';

/** What narrows a list: fields in one line. On a phone they are folded behind a button, which says how many of them narrow it now. */
export function Filters({
  inForce,
  columns,
  children,
}: {
  inForce: readonly unknown[];
  columns: 'sm:grid-cols-3' | 'sm:grid-cols-4';
  children: ReactNode;
}) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <search className="grid gap-3">
      <Button
        changesNothing
        className="justify-self-start sm:hidden"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <ListFilter aria-hidden="true" size={16} />
        {t('portal.common.filters', { count: inForce.filter((value) => value !== undefined).length })}
      </Button>
      <div id={id} className={`grid gap-4 ${columns} ${isOpen ? '' : 'max-sm:hidden'}`}>
        {children}
      </div>
    </search>
  );
}
