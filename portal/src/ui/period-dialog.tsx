import { type ReactNode, useState } from 'react';
import type { MessageKey } from '../messages/messages.ts';
import { t } from '../messages/messages.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { SelectField } from './field.tsx';

/** Asks before something is done, and for which of several times. */
export function PeriodDialog({
  label,
  periods,
  preset,
  children,
  onConfirm,
  ...rest
}: {
  title: string;
  action: string;
  /** Of the choice. */
  label: string;
  periods: readonly (readonly [length: number, words: MessageKey])[];
  /** One of them, which is chosen at first. */
  preset: number;
  busy: boolean;
  error: Error | null;
  onConfirm: (length: number) => void;
  onClose: () => void;
  children: ReactNode;
}) {
  const [length, setLength] = useState(preset);
  return (
    <ConfirmDialog open {...rest} onConfirm={() => onConfirm(length)}>
      {children}
      <SelectField label={label} value={length} onChange={({ target }) => setLength(Number(target.value))}>
        {periods.map(([each, words]) => (
          <option key={each} value={each}>
            {t(words)}
          </option>
        ))}
      </SelectField>
    </ConfirmDialog>
  );
}
