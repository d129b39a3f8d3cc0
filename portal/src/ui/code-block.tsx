import { t } from '../messages/messages.ts';
import { CopyButton } from './copy-button.tsx';

/** Text to be copied as it is: a command, a record. Long lines wrap where it is shown, so that nothing is cut. */
export function CodeBlock({
  text,
  label,
  onCopied,
}: {
  text: string;
  label: string;
  onCopied?: (() => void) | undefined;
}) {
  return (
    <div className="flex min-w-0 items-start gap-2">
      <section aria-label={label} className="min-h-10 min-w-0 flex-1 rounded-md bg-raised px-3 py-2.5">
        <pre className="font-mono text-[0.8125rem] leading-5 whitespace-pre-wrap [overflow-wrap:anywhere]">{text}</pre>
      </section>
      <CopyButton text={text} label={t('portal.copy.what', { what: label })} onCopied={onCopied} />
    </div>
  );
}
