import { intl } from '../messages/messages.ts';

/** `1,000`, as the language of the page writes it. */
export function numberText(value: number): string {
  return intl('number', (locale) => new Intl.NumberFormat(locale)).format(value);
}

/** `2 and 3`, where `kind` is `conjunction`; `2 or 3`. */
export function listText(items: readonly string[], kind: 'conjunction' | 'disjunction'): string {
  return intl(kind, (locale) => new Intl.ListFormat(locale, { type: kind })).format(items);
}

/** An amount of money, with the sign of its currency. */
export function moneyText(amount: number, currency: string): string {
  const format = intl(currency, (locale) => new Intl.NumberFormat(locale, { style: 'currency', currency }));
  return format.format(amount);
}
