import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from './button.tsx';

const shownMs = 2_000;

/** Copies a text and says so, to screen readers too. On small screens the icon stands alone; `label` is its name. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [outcome, setOutcome] = useState<'copied' | 'refused' | null>(null);
  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), shownMs);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setOutcome('copied'),
      () => setOutcome('refused'),
    );
  const Icon = outcome === 'copied' ? Check : Copy;
  return (
    <>
      <Button onClick={copy} aria-label={label} className="shrink-0 max-sm:px-3">
        <Icon aria-hidden="true" size={16} />
        <span className="max-sm:hidden sm:min-w-12 sm:text-left">
          {outcome === 'copied' ? 'Copied' : outcome === 'refused' ? 'Select it and copy' : 'Copy'}
        </span>
      </Button>
      <span role="status" className="sr-only">
        {outcome === 'copied' ? 'Copied' : outcome === 'refused' ? 'The browser refused to copy' : ''}
      </span>
    </>
  );
}
