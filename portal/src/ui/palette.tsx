import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { t } from '../messages/messages.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { TextField } from './field.tsx';
import { hasWords } from './has-words.ts';
import type { QuickSearchProps } from './quick-search-props.ts';

/** Something that can be gone to. */
export interface Found {
  /** Where it is in the portal. */
  readonly href: string;
  readonly label: string;
  /** What tells it from others that are called alike. */
  readonly detail?: string | undefined;
}

/** The keys that choose, and which way. */
const steps: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 };

export interface FoundGroup {
  readonly label: string;
  readonly found: readonly Found[];
}

/** So many of each kind are shown. */
export const shownOfKind = 6;
/** So many alerts, the most urgent ones, are searched. */
export const searchedAlerts = 100;

/** Those that have all that was typed. */
function fitting(found: readonly Found[], text: string): readonly Found[] {
  return found.filter(({ label, detail = '' }) => hasWords(`${label} ${detail}`, text));
}

export function pagesFound(navigation: QuickSearchProps['navigation'], text: string): FoundGroup {
  const pages = navigation.map(({ to, label }) => ({ href: to, label }));
  return { label: t('portal.search.pages'), found: fitting(pages, text) };
}

/** Nobody searches alerts but the page: there is no such parameter in the API. */
export function alertsFound(label: string, alerts: readonly Found[], text: string): FoundGroup {
  return { label, found: fitting(alerts, text).slice(0, shownOfKind) };
}

/**
 * One field that finds everything. The focus stays in it, as in ARIA's combobox: the arrows choose among what is found, and Enter goes
 * there.
 */
export function Palette({
  hint,
  text,
  onText,
  groups,
  isPending,
  onKeys,
  onClose,
  children,
}: Omit<QuickSearchProps, 'navigation'> & {
  hint: string;
  text: string;
  onText: (text: string) => void;
  groups: readonly FoundGroup[];
  isPending: boolean;
  children?: ReactNode;
}) {
  const id = useId();
  const navigate = useNavigate();
  const [at, setAt] = useState(0);
  const found = groups.flatMap((group) => group.found);
  const index = Math.min(at, found.length - 1);
  const chosen = found[index];
  const idOf = (one: Found) => `${id}-${found.indexOf(one)}`;
  useEffect(() => document.getElementById(`${id}-${index}`)?.scrollIntoView({ block: 'nearest' }), [id, index]);
  const open = (one: Found) => {
    onClose();
    navigate({ href: one.href });
  };
  const press = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (chosen === undefined || event.nativeEvent.isComposing || (step === undefined && event.key !== 'Enter')) return;
    event.preventDefault();
    if (step === undefined) open(chosen);
    else setAt((index + step + found.length) % found.length);
  };
  return (
    <Dialog
      open
      title={t('portal.search.title')}
      onClose={onClose}
      actions={
        <Button changesNothing onClick={onKeys}>
          {t('portal.keys.title')}
        </Button>
      }
    >
      <TextField
        label={t('portal.search.what')}
        hint={hint}
        value={text}
        role="combobox"
        aria-expanded={chosen !== undefined}
        aria-controls={chosen && id}
        aria-activedescendant={chosen && idOf(chosen)}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="go"
        onChange={({ target }) => {
          onText(target.value);
          setAt(0);
        }}
        onKeyDown={press}
      />
      <p role="status" className="mt-3 min-h-5 text-xs text-muted">
        {!isPending && t('portal.search.found', { count: found.length })}
      </p>
      {children}
      {/* As high as it is, whatever is found: nothing jumps while somebody types. */}
      <div className="h-[min(22rem,40dvh)]">
        {chosen && (
          <div
            id={id}
            role="listbox"
            aria-label={t('portal.search.title')}
            className="-mx-2 max-h-full overflow-y-auto"
          >
            {groups.map(
              (group) =>
                group.found.length > 0 && (
                  <Group key={group.label} group={group} chosen={chosen} idOf={idOf} onOpen={open} />
                ),
            )}
          </div>
        )}
      </div>
    </Dialog>
  );
}

function Group({
  group: { label, found },
  chosen,
  idOf,
  onOpen,
}: {
  group: FoundGroup;
  chosen: Found;
  idOf: (one: Found) => string;
  onOpen: (one: Found) => void;
}) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset holds fields, and these are options
    <div role="group" aria-labelledby={id}>
      <p id={id} className="px-2 pt-2 pb-1 text-xs font-medium text-muted">
        {label}
      </p>
      {found.map((one) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's
        <div
          key={one.href}
          id={idOf(one)}
          role="option"
          aria-selected={one === chosen}
          tabIndex={-1}
          // The focus stays in the field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onOpen(one)}
          className="flex min-h-10 cursor-pointer flex-wrap items-center gap-x-3 rounded-md px-2 py-1.5 text-sm -outline-offset-2 hover:bg-raised aria-selected:bg-raised aria-selected:outline-2 aria-selected:outline-accent"
        >
          <span className="[overflow-wrap:anywhere]">{one.label}</span>{' '}
          {one.detail && <span className="text-muted [overflow-wrap:anywhere]">{one.detail}</span>}
        </div>
      ))}
    </div>
  );
}
