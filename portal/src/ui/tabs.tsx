import { Tabs as RadixTabs } from 'radix-ui';
import type { ReactNode } from 'react';

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
      <RadixTabs.List aria-label={label} className="flex flex-wrap gap-1 border-b border-line pb-2">
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
