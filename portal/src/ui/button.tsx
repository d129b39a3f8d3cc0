import { LoaderCircle } from 'lucide-react';
import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { useHindrance } from '../may-change.tsx';

type Kind = 'primary' | 'plain' | 'danger' | 'quiet';

const kinds: Record<Kind, string> = {
  primary: 'bg-fill text-on-fill border-accent hover:brightness-90 dark:hover:brightness-110',
  plain: 'bg-surface text-ink border-line hover:bg-raised',
  danger: 'bg-surface text-critical border-critical hover:bg-raised',
  quiet: 'bg-transparent text-ink border-transparent hover:bg-raised',
};

/** At least 24 × 24 pixels to touch, as WCAG 2.5.8 asks; in fact 40 high. */
const buttonLook =
  'inline-flex min-h-10 cursor-pointer items-center justify-center gap-2 rounded-md border px-4 py-1.5 text-sm font-medium disabled:cursor-not-allowed disabled:opacity-60 aria-disabled:cursor-not-allowed aria-disabled:opacity-60';

export function Button({
  kind = 'plain',
  busy = false,
  held = false,
  changesNothing = false,
  children,
  className = '',
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & {
  kind?: Kind;
  busy?: boolean;
  /** Cannot be pressed for a while, and keeps the focus, so that whoever pressed it by keyboard goes on from here. A busy one is held. */
  held?: boolean;
  /** Whoever may only look may press it, too. */
  changesNothing?: boolean;
  children: ReactNode;
}) {
  const hindrance = useHindrance();
  const bar = changesNothing ? null : hindrance;
  const isHeld = busy || held;
  return (
    <button
      type="button"
      {...rest}
      title={bar ?? rest.title}
      disabled={bar !== null || rest.disabled}
      aria-disabled={isHeld || undefined}
      aria-busy={busy}
      onClick={(event) => {
        // Of a form's button, too.
        if (isHeld) event.preventDefault();
        else rest.onClick?.(event);
      }}
      className={`${buttonLook} ${kinds[kind]} ${className}`}
    >
      {busy && <LoaderCircle aria-hidden="true" size={16} className="motion-safe:animate-spin" />}
      {children}
    </button>
  );
}

/** The same look for links. */
export function buttonClass(kind: Kind = 'plain'): string {
  return `${buttonLook} ${kinds[kind]}`;
}
