import type { Portal } from './api/session.ts';

export type Theme = 'light' | 'dark';
const storageKey = 'theme';

const asksForDark = () => matchMedia('(prefers-color-scheme: dark)');

/** The reader's choice, else what the system asks for. */
export function currentTheme(): Theme {
  const chosen = localStorage.getItem(storageKey);
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return asksForDark().matches ? 'dark' : 'light';
}

/** Calls back when the system asks for another theme, as many do at dusk. Answers how to stop. */
export function watchSystemTheme(changed: () => void): () => void {
  const query = asksForDark();
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

export function chooseTheme(theme: Theme, portal: Portal): void {
  localStorage.setItem(storageKey, theme);
  applyTheme(theme, portal);
}

/** Puts theme and the partner's accent on the page; the accent comes in a legible version for each, and as it is for what it fills. */
export function applyTheme(theme: Theme, portal: Portal | null): void {
  const root = document.documentElement;
  root.dataset.theme = theme;
  if (portal === null) return;
  const { accent } = portal;
  root.style.setProperty('--accent', theme === 'dark' ? accent.dark : accent.light);
  root.style.setProperty('--fill', accent.fill);
  root.style.setProperty('--on-fill', accent.on_fill);
  // The page came with the icon of its time; an administrator may have changed it since.
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (icon && !icon.href.endsWith(portal.favicon_url)) icon.href = portal.favicon_url;
}
