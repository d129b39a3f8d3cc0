import { CopyButton } from './copy-button.tsx';

/** Text to be copied as it is: a command, a record. Long lines scroll, also by keyboard. */
export function CodeBlock({ text, label }: { text: string; label: string }) {
  return (
    <div className="flex min-w-0 items-start gap-2">
      <section
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="min-h-10 min-w-0 flex-1 overflow-x-auto rounded-md bg-raised px-3 py-2.5"
      >
        <pre className="font-mono text-[0.8125rem] leading-5">{text}</pre>
      </section>
      <CopyButton text={text} label={`Copy: ${label}`} />
    </div>
  );
}
