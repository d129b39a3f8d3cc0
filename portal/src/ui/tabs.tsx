import { Tabs as RadixTabs } from 'radix-ui';
import type { ReactNode } from 'react';
import { SelectField } from './field.tsx';

/** More tabs than this are a choice from a list where there is little room. */
const fewTabs = 3;

/** One of several versions of the same thing; arrow keys go from one to the next. */
export function Tabs({
  label,
  options,
  value,
  onChange,
  children,
}: {
  label: string;
  options: readonly (readonly [value: string, label: string])[];
  value: string;
  onChange: (value: string) => void;
  children: ReactNode;
}) {
  return (
    <RadixTabs.Root value={value} onValueChange={onChange} activationMode="manual">
      {options.length > fewTabs && (
        <div className="sm:hidden">
          <SelectField label={label} value={value} onChange={({ target }) => onChange(target.value)}>
            {options.map(([option, text]) => (
              <option key={option} value={option}>
                {text}
              </option>
            ))}
          </SelectField>
        </div>
      )}
      <RadixTabs.List
        aria-label={label}
        className={`flex flex-wrap gap-1 border-b border-line pb-2 ${options.length > fewTabs ? 'max-sm:hidden' : ''}`}
      >
        {options.map(([option, text]) => (
          <RadixTabs.Trigger
            key={option}
            value={option}
            className="min-h-9 cursor-pointer rounded-md px-3 text-sm text-muted hover:bg-raised data-[state=active]:bg-raised data-[state=active]:font-semibold data-[state=active]:text-ink"
          >
            {text}
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      {options.map(([option]) => (
        <RadixTabs.Content key={option} value={option} className="pt-4">
          {option === value && children}
        </RadixTabs.Content>
      ))}
    </RadixTabs.Root>
  );
}
