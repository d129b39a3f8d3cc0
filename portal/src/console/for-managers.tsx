import type { ReactNode } from 'react';
import { useMay } from './own-account.ts';

/** What support cannot do is not offered: the layout says so once. */
export function ForManagers({ children }: { children: ReactNode }) {
  return useMay('manager') ? children : null;
}
