/** Of this tab: it goes with it, and no other page of the browser sees it. */
const storageKey = 'kept-text';
const keptMs = 3_600_000;
const secrets = new Set(['password', 'file', 'checkbox', 'radio', 'color', 'hidden']);

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

interface Kept {
  /** Who typed it. */
  readonly who: string;
  readonly path: string;
  readonly atMs: number;
  /** By the labels of the fields. */
  readonly texts: Readonly<Record<string, string>>;
}

/** Keeps what stands in the fields of this page over a sign-in, passwords and codes excepted: the session of its reader has ended. */
export function keepText(who: string): void {
  const fields = [...document.querySelectorAll<Field>('input, textarea, select')].filter(
    (field) => field.value !== '' && !secrets.has(field.type) && field.autocomplete !== 'one-time-code',
  );
  const texts = Object.fromEntries(fields.map((field) => [labelOf(field), field.value]));
  if (fields.length === 0) return;
  const kept: Kept = { who, path: location.pathname, atMs: Date.now(), texts };
  sessionStorage.setItem(storageKey, JSON.stringify(kept));
}

/** Forgets what somebody else typed. */
export function forgetTextOfOthers(who: string): void {
  if (read()?.who !== who) sessionStorage.removeItem(storageKey);
}

/** Puts back what stood in a field of this name on this page, once. */
export function restoreText(field: Field | null): void {
  const kept = read();
  if (field === null || kept === null || kept.path !== location.pathname) return;
  const { [labelOf(field)]: text, ...others } = kept.texts;
  if (text === undefined || secrets.has(field.type)) return;
  sessionStorage.setItem(storageKey, JSON.stringify({ ...kept, texts: others }));
  // As if it were typed: whoever listens to the field hears of it.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}

function labelOf(field: Field): string {
  return field.labels?.[0]?.textContent ?? field.getAttribute('aria-label') ?? '';
}

function read(): Kept | null {
  const text = sessionStorage.getItem(storageKey);
  if (text === null) return null;
  const kept = JSON.parse(text) as Kept;
  return Date.now() - kept.atMs < keptMs ? kept : null;
}
