import { useState } from 'react';
import { t } from '../messages/messages.ts';
import { Tabs } from '../ui/tabs.tsx';
import type { Alert } from './data.ts';
import { Steps } from './remediation.tsx';

/**
 * How to end the cause of an alert, as its kind says for each platform.
 * @param onTaken when one of the commands has been copied
 */
export function AlertCommands({
  remediation,
  onTaken,
}: {
  remediation: NonNullable<Alert['remediation']>;
  onTaken: () => void;
}) {
  const [chosen, setChosen] = useState(remediation.selected);
  const platform = remediation.platforms.find(({ name }) => name === chosen) ?? remediation.platforms[0];
  if (!platform) return null;
  const steps = (
    <div className="grid gap-6">
      <Steps commands={platform.commands} onCopied={onTaken} />
    </div>
  );
  if (remediation.platforms.length === 1) return steps;
  return (
    <Tabs
      label={t('portal.alert.what-runs')}
      options={remediation.platforms.map(({ name, label }) => [name, label])}
      value={platform.name}
      onChange={setChosen}
    >
      {steps}
    </Tabs>
  );
}
