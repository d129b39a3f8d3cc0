import { useState } from 'react';
import { LooksOnly } from '../may-change.tsx';
import { t } from '../messages/messages.ts';
import { Dialog } from './dialog.tsx';
import { CheckField } from './field.tsx';
import { commandKey, hasLetterKeys, switchLetterKeys } from './keys.ts';
import type { QuickSearchProps } from './quick-search-props.ts';

const keys = () =>
  [
    ['portal.keys.search', [commandKey(), 'K']],
    ['portal.keys.next', ['j']],
    ['portal.keys.previous', ['k']],
    ['portal.keys.open', [t('portal.keys.enter')]],
    ['portal.keys.close', [t('portal.keys.escape')]],
    ['portal.keys.these', ['?']],
  ] as const;

/** Which keys there are, and the switch for those that are a letter. */
export default function KeyHelp({ onClose }: QuickSearchProps) {
  const [isOn, setOn] = useState(hasLetterKeys);
  return (
    <Dialog open title={t('portal.keys.title')} onClose={onClose}>
      <dl className="mb-4 divide-y divide-line text-sm">
        {keys().map(([words, pressed]) => (
          <div key={words} className="flex items-center justify-between gap-4 py-2">
            <dt>{t(words)}</dt>
            <dd className="flex shrink-0 gap-1">
              {pressed.map((key) => (
                <kbd key={key} className="rounded border border-line bg-raised px-2 py-0.5 font-sans text-xs">
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      {/* It is kept in this browser: nothing of the customer's changes. */}
      <LooksOnly because={null}>
        <CheckField
          label={t('portal.keys.letters')}
          hint={t('portal.keys.letters-hint')}
          checked={isOn}
          onChange={({ target }) => {
            switchLetterKeys(target.checked);
            setOn(target.checked);
          }}
        />
      </LooksOnly>
    </Dialog>
  );
}
