import { Search } from 'lucide-react';
import { type ComponentType, type ReactNode, useCallback, useEffect, useState } from 'react';
import { t } from '../messages/messages.ts';
import { announce } from './announcements.tsx';
import { Button } from './button.tsx';
import { commandKey, hasLetterKeys, moveInList } from './keys.ts';
import type { NavigationItem } from './navigation-item.ts';
import type { LoadQuickSearch, QuickSearchProps } from './quick-search-props.ts';

const loadKeys: LoadQuickSearch = () => import('./key-help.tsx');

/**
 * The search over everything, and the keys for it and for lists. What is shown is fetched when it is asked for: most readers never do.
 * @param load gets the search of this side of the portal
 */
export function useQuickSearch(load: LoadQuickSearch, navigation: readonly NavigationItem[]) {
  const [Shown, setShown] = useState<ComponentType<QuickSearchProps> | null>(null);
  const show = useCallback((part: LoadQuickSearch) => {
    part().then(
      ({ default: Part }) => setShown(() => Part),
      () => announce(t('portal.page.not-loaded')),
    );
  }, []);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const action = actionOf(event);
      if (action === null) return;
      event.preventDefault();
      if (action === 'search') show(load);
      else if (action === 'keys') show(loadKeys);
      else moveInList(action);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [show, load]);
  const dialog: ReactNode = Shown && (
    <Shown navigation={navigation} onKeys={() => show(loadKeys)} onClose={() => setShown(null)} />
  );
  return { open: () => show(load), dialog };
}

const typedInto = 'textarea, select, [contenteditable], input:not([type=checkbox], [type=radio])';
const letters: Readonly<Record<string, 'keys' | 1 | -1>> = { '?': 'keys', j: 1, k: -1 };

/** What a key does here; null: nothing of ours. */
function actionOf({
  key,
  ctrlKey,
  metaKey,
  altKey,
  shiftKey,
  target,
}: KeyboardEvent): 'search' | 'keys' | 1 | -1 | null {
  if (document.querySelector('dialog[open]') !== null || altKey) return null;
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k' && !shiftKey ? 'search' : null;
  if (!hasLetterKeys() || (target instanceof Element && target.matches(typedInto))) return null;
  return letters[key] ?? null;
}

export function SearchButton({ onClick }: { onClick: () => void }) {
  return (
    <Button
      changesNothing
      className="justify-start gap-3 px-3 font-normal"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={onClick}
    >
      <Search aria-hidden="true" size={18} />
      {t('portal.search.title')}
      <span aria-hidden="true" className="ml-auto text-xs text-muted max-lg:hidden">
        {commandKey()} K
      </span>
    </Button>
  );
}
