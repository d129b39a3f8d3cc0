import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answered, api } from '../api/api.ts';
import { Card, Placeholder } from '../ui/card.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { type CustomerAdditions, customerAdditionsQuery, useChange } from './data.ts';
import { useMay } from './own-account.ts';

/** What customers may do for themselves. */
export function SettingsPage() {
  return (
    <Page title="Settings" lead="What your customers may do for themselves in the portal.">
      <Additions />
    </Page>
  );
}

const modes: readonly { readonly mode: CustomerAdditions; readonly name: string; readonly meaning: string }[] = [
  {
    mode: 'off',
    name: 'No',
    meaning: 'Servers come from your billing system only.',
  },
  {
    mode: 'within_capacity',
    name: 'As many as they pay for',
    meaning: 'Customers who never bought a plan can add none.',
  },
  {
    mode: 'on',
    name: 'Yes',
    meaning: 'Customers who never bought a plan can add any number, as your billing system can.',
  },
];

function Additions() {
  const current = useQuery(customerAdditionsQuery);
  /** What was clicked, before the server has said so. */
  const [picked, setPicked] = useState<CustomerAdditions | null>(null);
  const choose = useChange({
    change: async (mode: CustomerAdditions) =>
      (await answered(api.PUT('/api/v1/settings/customer-additions', { body: { mode } }))).data,
    touches: [customerAdditionsQuery],
    done: ({ mode }) => `Customers may add servers themselves: ${modes.find((one) => one.mode === mode)!.name}.`,
  });
  const mayChange = useMay('manager');
  const pick = (mode: CustomerAdditions) => {
    setPicked(mode);
    choose.mutate(mode, { onSettled: () => setPicked(null) });
  };
  return (
    <Card
      title="May customers add servers themselves?"
      lead="Whoever adds a server has it scanned. Whether it is theirs is not checked, so this is a matter of trust."
    >
      <LoadError of={current} />
      <ErrorNotice error={choose.error} />
      {current.isPending && <Placeholder className="h-40" />}
      {current.data && (
        <fieldset className="grid gap-2" disabled={!mayChange}>
          <legend className="sr-only">May customers add servers themselves?</legend>
          {modes.map(({ mode, name, meaning }) => (
            <label
              key={mode}
              className="flex cursor-pointer gap-3 rounded-md border border-line p-3 has-checked:border-accent has-checked:bg-raised"
            >
              <input
                type="radio"
                name="customer-additions"
                className="mt-1 size-4 shrink-0 accent-accent"
                checked={mode === (picked ?? current.data)}
                onChange={() => pick(mode)}
              />
              <span className="text-sm">
                <span className="block font-medium">{name}</span>
                <span className="block text-muted">{meaning}</span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
    </Card>
  );
}
