import { t } from '../messages/messages.ts';

/** On an Apple keyboard it is another key. */
export const commandKey = () => (/Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : t('portal.keys.ctrl'));

const storageKey = 'letter-keys';

/** Whether keys of one letter do something: readers who speak to their computer, or whose hands slip, switch them off (WCAG 2.1.4). */
export function hasLetterKeys(): boolean {
  return localStorage.getItem(storageKey) !== 'off';
}

export function switchLetterKeys(isOn: boolean): void {
  if (isOn) localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, 'off');
}

/**
 * Gives the focus to the link of the next or the previous row of a list; from elsewhere, to that of the first row in sight. Rows say
 * that they are some by `data-row`.
 */
export function moveInList(step: 1 | -1): void {
  const rows = [...document.querySelectorAll('[data-row]')].filter((row) => linkOf(row) !== null);
  const current = rows.findIndex((row) => row.contains(document.activeElement));
  const next = current === -1 ? rows.find((row) => row.getBoundingClientRect().top >= 0) : rows[current + step];
  if (next) linkOf(next)?.focus();
}

function linkOf(row: Element): HTMLElement | null {
  return row.querySelector<HTMLElement>('a[href]');
}
