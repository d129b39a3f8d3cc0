import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { t } from '../messages/messages.ts';
import { Button } from './button.tsx';

const shownMs = 2_000;

/**
 * Copies a text and says so, to screen readers too. On small screens the icon stands alone; `label` is its name. With a caption it
 * is the main thing to press, and says so in full on every screen.
 */
export function CopyButton({
  text,
  label,
  caption,
  onCopied,
}: {
  text: string;
  label: string;
  caption?: string;
  onCopied?: (() => void) | undefined;
}) {
  const [outcome, setOutcome] = useState<'copied' | 'refused' | null>(null);
  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), shownMs);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => {
        setOutcome('copied');
        onCopied?.();
      },
      () => setOutcome('refused'),
    );
  const Icon = outcome === 'copied' ? Check : Copy;
  return (
    <>
      <Button
        changesNothing
        kind={caption === undefined ? 'plain' : 'primary'}
        onClick={copy}
        // What it is called must hold what it shows.
        aria-label={outcome === null ? label : undefined}
        className={caption === undefined ? 'shrink-0 max-sm:px-3' : 'w-full sm:w-auto'}
      >
        <Icon aria-hidden="true" size={16} />
        <span className={caption === undefined ? 'max-sm:sr-only sm:min-w-12 sm:text-left' : ''}>
          {outcome === 'copied'
            ? t('portal.copy.copied')
            : outcome === 'refused'
              ? t('portal.copy.select')
              : (caption ?? t('portal.copy.copy'))}
        </span>
      </Button>
      <span role="status" className="sr-only">
        {outcome === 'copied' ? t('portal.copy.copied') : outcome === 'refused' ? t('portal.copy.refused') : ''}
      </span>
    </>
  );
}
