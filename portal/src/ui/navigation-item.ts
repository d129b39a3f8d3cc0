import type { LinkProps } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';

/** A page of the menu. */
export interface NavigationItem {
  readonly to: NonNullable<LinkProps['to']>;
  readonly label: string;
  readonly icon?: LucideIcon;
  /** How many wait for the reader; 0 and undefined are not shown. */
  readonly count?: number | undefined;
}
