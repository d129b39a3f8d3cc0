import { useState } from 'react';
import { t } from '../messages/messages.ts';
import { Button } from '../ui/button.tsx';
import { type BulkAction, BulkDialog } from './bulk-dialog.tsx';

/** What can be done with the alerts that were chosen from a list; it stays in sight while the reader scrolls. */
export function ChosenAlerts({
  ids,
  listed,
  onChoose,
  onEnd,
}: {
  ids: readonly string[];
  /** Those that have been loaded. */
  listed: readonly string[];
  onChoose: (ids: readonly string[]) => void;
  onEnd: () => void;
}) {
  const [asked, setAsked] = useState<BulkAction | null>(null);
  const isNone = ids.length === 0;
  return (
    <section
      aria-label={t('portal.chosen.title')}
      className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center gap-2 border-t border-line bg-surface px-4 py-3 print:hidden"
    >
      <p role="status" className="mr-auto text-sm font-medium">
        {t('portal.chosen.count', { count: ids.length })}
      </p>
      <Button disabled={isNone} onClick={() => setAsked('acknowledge')}>
        {t('portal.alert.acknowledge')}
      </Button>
      <Button disabled={isNone} onClick={() => setAsked('allow')}>
        {t('portal.chosen.allow')}
      </Button>
      <Button disabled={isNone} onClick={() => setAsked('false-positive')}>
        {t('portal.status.false_positive')}
      </Button>
      <Button kind="quiet" onClick={() => onChoose(ids.length < listed.length ? listed : [])}>
        {ids.length < listed.length ? t('portal.chosen.choose-all') : t('portal.chosen.choose-none')}
      </Button>
      <Button kind="quiet" onClick={onEnd}>
        {t('portal.chosen.done')}
      </Button>
      {asked && (
        <BulkDialog
          action={asked}
          ids={ids}
          onClose={() => setAsked(null)}
          onDone={() => {
            setAsked(null);
            onEnd();
          }}
        />
      )}
    </section>
  );
}
