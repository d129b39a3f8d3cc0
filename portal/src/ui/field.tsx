import { ImageUp } from 'lucide-react';
import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useHindrance } from '../may-change.tsx';
import { restoreText } from './kept-text.ts';

const control =
  'w-full min-w-0 min-h-10 rounded-md border border-control bg-surface px-3 py-2 text-sm text-ink placeholder:text-muted aria-invalid:border-critical';

interface Labelled {
  readonly label: string;
  readonly hint?: ReactNode;
  /** Sentences of what is wrong with the value. */
  readonly problems?: readonly string[] | undefined;
}

function Frame({ id, label, hint, problems = [], children }: Labelled & { id: string; children: ReactNode }) {
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children}
      {hint && (
        <p id={`${id}-hint`} className="text-xs text-muted">
          {hint}
        </p>
      )}
      {problems.length > 0 && (
        <p id={`${id}-problem`} role="alert" className="text-sm text-critical">
          {problems.join(' ')}
        </p>
      )}
    </div>
  );
}

function describedBy(id: string, { hint, problems = [] }: Labelled): string | undefined {
  const ids = [hint ? `${id}-hint` : '', problems.length > 0 ? `${id}-problem` : ''].filter((part) => part !== '');
  return ids.length > 0 ? ids.join(' ') : undefined;
}

/** What a control has in common with every other one: its name for the frame, its look, and what is said about it. */
function useControl<Element extends HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>(labelled: Labelled) {
  const id = useId();
  const ref = useRef<Element>(null);
  // Before anybody can type over it.
  useLayoutEffect(() => restoreText(ref.current), []);
  return {
    id,
    ref,
    className: control,
    'aria-invalid': (labelled.problems?.length ?? 0) > 0,
    'aria-describedby': describedBy(id, labelled),
  };
}

export function TextField({ label, hint, problems, ...rest }: Labelled & InputHTMLAttributes<HTMLInputElement>) {
  const labelled = { label, hint, problems };
  const common = useControl<HTMLInputElement>(labelled);
  return (
    <Frame id={common.id} {...labelled}>
      <input {...common} {...rest} />
    </Frame>
  );
}

/** A file to be chosen, or dropped on it. */
export function FileField({
  label,
  hint,
  problems,
  invitation,
  shown,
  ...rest
}: Labelled &
  InputHTMLAttributes<HTMLInputElement> & {
    /** What to do, in a sentence. */
    invitation: string;
    /** What is there already. */
    shown: ReactNode;
  }) {
  const labelled = { label, hint, problems };
  const { className: _look, ...common } = useControl<HTMLInputElement>(labelled);
  const [isOver, setOver] = useState(false);
  return (
    <Frame id={common.id} {...labelled}>
      <div
        className={`relative flex min-h-14 items-center gap-3 rounded-md border border-dashed px-3 py-2 text-sm focus-within:outline-3 focus-within:outline-accent ${isOver ? 'border-accent bg-raised' : 'border-control bg-surface'}`}
      >
        {shown ?? <ImageUp aria-hidden="true" size={20} className="shrink-0 text-muted" />}
        <span className="text-muted">{invitation}</span>
        {/* Browsers take what is dropped on it. */}
        <input
          {...common}
          {...rest}
          type="file"
          className="absolute inset-0 cursor-pointer opacity-0 disabled:cursor-not-allowed"
          onDragEnter={() => setOver(true)}
          onDragLeave={() => setOver(false)}
          onDrop={() => setOver(false)}
        />
      </div>
    </Frame>
  );
}

export function TextArea({ label, hint, problems, ...rest }: Labelled & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const labelled = { label, hint, problems };
  const common = useControl<HTMLTextAreaElement>(labelled);
  return (
    <Frame id={common.id} {...labelled}>
      <textarea {...common} {...rest} />
    </Frame>
  );
}

export function SelectField({
  label,
  hint,
  problems,
  children,
  ...rest
}: Labelled & SelectHTMLAttributes<HTMLSelectElement> & { children: ReactNode }) {
  const labelled = { label, hint, problems };
  const common = useControl<HTMLSelectElement>(labelled);
  return (
    <Frame id={common.id} {...labelled}>
      <select {...common} {...rest}>
        {children}
      </select>
    </Frame>
  );
}

/** A choice between yes and no, which whoever may only look sees as it is. */
export function CheckField({ label, hint, ...rest }: Labelled & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId();
  const hindrance = useHindrance();
  return (
    <div className="flex gap-3" title={hindrance ?? undefined}>
      <input
        id={id}
        type="checkbox"
        className="mt-0.5 size-5 shrink-0 accent-accent"
        aria-describedby={describedBy(id, { label, hint })}
        {...rest}
        disabled={hindrance !== null || rest.disabled}
      />
      <div className="text-sm">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-muted">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}
