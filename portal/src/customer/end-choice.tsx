import { useState } from 'react';
import { t } from '../messages/messages.ts';
import { SelectField, TextField } from '../ui/field.tsx';
import type { Severity } from '../ui/severity.tsx';

const dayMs = 86_400_000;
const lengths = { week: 7 * dayMs, month: 30 * dayMs } as const;

type Choice = 'unchanged' | 'good' | keyof typeof lengths | 'date';

/** What somebody chose of how long something holds. */
export interface EndChoice {
  readonly choice: Choice;
  /** As a date field has it: `2026-01-31`, in the time zone of the browser. */
  readonly date: string;
}

/** A rule or silence without an end. */
export const forGood: EndChoice = { choice: 'good', date: '' };
export const forAMonth: EndChoice = { choice: 'month', date: '' };
export const unchangedEnd: EndChoice = { choice: 'unchanged', date: '' };

/** What is dangerous is allowed for a time, unless somebody chooses otherwise. */
export function isSerious({ severity }: { readonly severity: Severity }): boolean {
  return severity === 'critical' || severity === 'high';
}

/** The chosen end, the last second of a chosen day; undefined where there is none, or it stays as it is. */
export function endOf({ choice, date }: EndChoice, now: Date): string | undefined {
  if (choice === 'good' || choice === 'unchanged') return undefined;
  if (choice === 'date') return new Date(`${date}T23:59:59`).toISOString();
  return new Date(now.getTime() + lengths[choice]).toISOString();
}

/** Whether a day has been chosen where one has to be. */
export function isComplete({ choice, date }: EndChoice): boolean {
  return choice !== 'date' || (date >= dayText(new Date()) && date <= lastDay());
}

/** A year ahead at most; the end of that day would be later. */
function lastDay(): string {
  const day = new Date();
  day.setFullYear(day.getFullYear() + 1);
  return dayText(new Date(day.getTime() - dayMs));
}

function dayText(at: Date): string {
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => `${part}`.padStart(2, '0')).join('-');
}

/** @param unchanged what the end is now, if it can stay so */
export function EndFields({
  value,
  onChange,
  unchanged,
}: {
  value: EndChoice;
  onChange: (value: EndChoice) => void;
  unchanged?: string | undefined;
}) {
  const [wasTouched, setTouched] = useState(false);
  return (
    <>
      <SelectField
        label={t('portal.end.how-long')}
        value={value.choice}
        onChange={({ target }) => onChange({ ...value, choice: target.value as Choice })}
      >
        {unchanged && <option value="unchanged">{unchanged}</option>}
        <option value="good">{t('portal.end.good')}</option>
        <option value="week">{t('portal.end.week')}</option>
        <option value="month">{t('portal.end.month')}</option>
        <option value="date">{t('portal.end.date')}</option>
      </SelectField>
      {value.choice === 'date' && (
        <TextField
          label={t('portal.end.until')}
          type="date"
          min={dayText(new Date())}
          max={lastDay()}
          required
          value={value.date}
          onChange={({ target }) => onChange({ ...value, date: target.value })}
          onBlur={() => setTouched(true)}
          hint={t('portal.end.hint')}
          problems={wasTouched && !isComplete(value) ? [t('portal.end.problem')] : []}
        />
      )}
    </>
  );
}
