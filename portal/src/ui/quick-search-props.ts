import type { ComponentType } from 'react';
import type { NavigationItem } from './navigation-item.ts';

export interface QuickSearchProps {
  /** The pages that there are. */
  readonly navigation: readonly NavigationItem[];
  /** Shows which keys there are. */
  readonly onKeys: () => void;
  readonly onClose: () => void;
}

/** What the keys for it open, fetched when it is asked for. */
export type LoadQuickSearch = () => Promise<{ default: ComponentType<QuickSearchProps> }>;
